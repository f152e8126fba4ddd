// The lobby and the page of an invitation: seconds until bots join a table that waits. htmx brings the list anew; the clock of
// the page is only compared with itself, so a wrong one does no harm beyond a wrong number.

function tick() {
  for (const line of document.querySelectorAll("[data-starts]")) {
    const left = Math.ceil((Date.parse(line.dataset.starts) - Date.now()) / 1000);
    line.querySelector("[data-seconds]").textContent = `${Math.max(0, left)} s`;
  }
}

// At a table for everybody people talk in set phrases: what would be refused is not offered.
const form = document.querySelector("form:has(.choice-talk)");
const anything = form?.querySelector('[name="talk"][value="text"]');

function fitTalk() {
  const isForAll = form.elements.access.value === "open";
  if (isForAll && anything.checked) form.querySelector('[name="talk"][value="phrases"]').checked = true;
  anything.disabled = isForAll;
}

if (form) {
  form.addEventListener("change", fitTalk);
  fitTalk();
}

tick();
setInterval(tick, 1000);
document.addEventListener("htmx:afterSwap", tick);
