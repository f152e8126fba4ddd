// The lobby: seconds until bots join a table that waits. htmx brings the list anew; the clock of
// the page is only compared with itself, so a wrong one does no harm beyond a wrong number.

function tick() {
  for (const line of document.querySelectorAll("[data-starts]")) {
    const left = Math.ceil((Date.parse(line.dataset.starts) - Date.now()) / 1000);
    line.querySelector("[data-seconds]").textContent = `${Math.max(0, left)} s`;
  }
}

tick();
setInterval(tick, 1000);
document.addEventListener("htmx:afterSwap", tick);
