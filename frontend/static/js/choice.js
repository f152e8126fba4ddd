// Choosing a rule set: it brings its usual number of hands along, unless the reader has chosen one
// that it allows. Which numbers are shown is the style sheet's work (pages.css); the server checks.

const form = document.querySelector("form:has(.choice-rules)");
let hasChosen = false;

function fit(rules) {
  const chosen = form.querySelector('[name="hands"]:checked');
  const isAllowed = chosen?.closest("label").dataset.groups.split(" ").includes(rules.dataset.group);
  if (isAllowed && hasChosen) return;
  form.querySelector(`[name="hands"][value="${rules.dataset.default}"]`).checked = true;
}

form?.addEventListener("change", (event) => {
  if (event.target.name === "rules") fit(event.target);
  if (event.target.name === "hands") hasChosen = true;
});
