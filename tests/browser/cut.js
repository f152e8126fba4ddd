// Texts of a page that nobody can read whole: clipped by a box that says neither "…" nor scrolls,
// outside of their button, or outside of the page. A button is never cut, whatever its style says: a
// centred label shows no "…". A box that is made to scroll down does not scroll sideways for words.
() => {
  const SLACK = 2;
  const SIDEWAYS = ".scroll, .scrubber, .ft nav"; // made to scroll to the side
  const found = [];
  const width = document.documentElement.clientWidth;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

  /** Whether nothing of it is meant to be seen: for readers only, or moved off the page. */
  const isHidden = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
    for (let e = element; e; e = e.parentElement) {
      if (getComputedStyle(e).clipPath === "inset(50%)" || e.matches(".skip, svg")) return true;
    }
    return false;
  };

  /** What cuts a rectangle of text, or "" where it can be read or scrolled to. */
  const cutter = (element, rect) => {
    for (let e = element; e && e !== document.body; e = e.parentElement) {
      const style = getComputedStyle(e);
      const box = e.getBoundingClientRect();
      if (style.position === "fixed" && e !== element) break;
      const outX = rect.right > box.right + SLACK || rect.left < box.left - SLACK;
      const outY = rect.bottom > box.bottom + SLACK || rect.top < box.top - SLACK;
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      if (scrolls && (!outX || e.matches(SIDEWAYS))) return "";
      if (parseFloat(style.textIndent) >= box.width) return ""; // a mark stands for the word
      if (outX && e.matches("button:not(.plate), summary, .btn")) return "outside";
      if (outY && e.matches(".btn")) return "outside";
      if (outX && /hidden|clip|auto|scroll/.test(style.overflowX)) {
        return style.textOverflow === "ellipsis" ? "" : "clipped";
      }
      if (outX && e.matches("td, th")) return "outside";
      if (outY && /hidden|clip/.test(style.overflowY)) return "clipped";
    }
    return rect.right > width + SLACK || rect.left < -SLACK ? "off the page" : "";
  };

  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || isHidden(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
    const why = rects.map((rect) => cutter(element, rect)).find((word) => word);
    if (why) found.push(`${why}: ${node.data.trim().slice(0, 40)} <${element.className}>`);
  }
  return found;
}
