// Every page: display choices take effect at once, without a reload.

const root = document.documentElement;

function choose(button) {
  const { name, value } = button;
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  for (const other of button.closest("fieldset").querySelectorAll("button")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
}

for (const form of document.querySelectorAll("form[data-display]")) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button) return;
    event.preventDefault();
    choose(button);
    const body = new FormData(form);
    body.set(button.name, button.value);
    fetch(form.action, { method: "POST", body, redirect: "manual" });
  });
}

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.display[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll("details.display[open]")) {
    open.open = false;
    open.querySelector("summary").focus();
  }
});

// Buttons that copy the field before them. The clipboard needs a secure context; where there is
// none the text is selected, and the old command copies it.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const field = button.previousElementSibling;
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
  });
}
