// Building elements. Text goes in as text nodes only: names come from strangers.

const SVG = "http://www.w3.org/2000/svg";

function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "on") {
    for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
  } else if (name === "data") {
    Object.assign(element.dataset, value);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** An element: h("button", { class: "btn", on: { click } }, "text", child, ...). Empty children are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  for (const child of children.flat(2)) {
    if (child !== undefined && child !== null && child !== false && child !== "")
      element.append(child);
  }
  return element;
}

/** An SVG element without children of its own. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Replace the children of `root` only if `key` differs from last time, so that focus and scrolling survive. */
export function redraw(root, key, build) {
  if (root.drawnKey === key) return;
  const focus = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  root.drawnKey = key;
  root.replaceChildren(...build().flat(2).filter(Boolean));
  if (focus)
    root.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

/** The parsed content of a <script type="application/json" id=...>; null if there is none. */
export function readJson(id) {
  const element = document.getElementById(id);
  return element ? JSON.parse(element.textContent) : null;
}
