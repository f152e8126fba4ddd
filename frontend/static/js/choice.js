// Choosing a rule set: a number of hands it does not allow makes way for its usual one.
// Which numbers are shown is the style sheet's work (pages.css); the server checks the choice.

const form = document.querySelector("form:has(.choice-rules)");

function fit(rules) {
  const chosen = form.querySelector('[name="hands"]:checked');
  const isAllowed = chosen?.closest("label").dataset.groups.split(" ").includes(rules.dataset.group);
  if (isAllowed) return;
  form.querySelector(`[name="hands"][value="${rules.dataset.default}"]`).checked = true;
}

form?.addEventListener("change", (event) => {
  if (event.target.name === "rules") fit(event.target);
});
