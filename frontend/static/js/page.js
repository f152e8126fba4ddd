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

// A form is sent once, until its page is shown again: a second click is no second wish.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

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

// Buttons that copy the field before them and say so in the live region after them. The clipboard
// needs a secure context and leave to write; where there is none the old command copies the text,
// which is selected.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = button.previousElementSibling;
    const said = button.nextElementSibling;
    field.select();
    const isDone = await copied(field.value);
    if (said) said.textContent = isDone ? said.dataset.copied : said.dataset.failed;
  });
}
