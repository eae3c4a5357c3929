/** Small helpers for the page. Text goes in as text, never as mark-up; words come from the templates of the page. */

const kept = new WeakMap();

export const byId = (id) => document.getElementById(id);

export const meta = (name) => document.querySelector(`meta[name="companion-${name}"]`).content;

/** Return the words of the template `t-name`. */
export const words = (name) => byId(`t-${name}`).content.textContent.trim();

/** Return a copy of the template `t-name`. */
export function part(name) {
  return byId(`t-${name}`).content.firstElementChild.cloneNode(true);
}

/** Return the place called `name` inside `root`. */
export function slot(root, name) {
  return root.querySelector(`[data-slot="${name}"]`);
}

/** Show `text` in `node`; untouched text is not announced again by a screen reader. */
export function write(node, text) {
  const shown = text === null || text === undefined ? "" : String(text);
  if (node.textContent !== shown) node.textContent = shown;
}

/** Fill the places of `root` with texts. */
export function fill(root, texts) {
  for (const [name, text] of Object.entries(texts)) write(slot(root, name), text);
  return root;
}

export function show(node, visible) {
  node.toggleAttribute("hidden", !visible);
}

/** Show the number of `seat` in its colour, or hide the badge when there is none. */
export function badge(node, seat) {
  show(node, seat !== null && seat !== undefined);
  write(node, seat);
  node.dataset.seat = seat ?? "";
}

/** Make the children of `parent` match `items`; what stays keeps its node, and with it focus and picture. */
export function list(parent, items, keyOf, make, update) {
  const before = kept.get(parent) ?? new Map();
  const after = new Map();
  let place = parent.firstElementChild;
  items.forEach((item, index) => {
    const key = String(keyOf(item, index));
    const node = before.get(key) ?? make(item, index);
    before.delete(key);
    after.set(key, node);
    update(node, item, index);
    if (node === place) place = place.nextElementSibling;
    else parent.insertBefore(node, place);
  });
  for (const node of before.values()) node.remove();
  kept.set(parent, after);
}

/** Make `parent` a list of plain sentences. */
export function sentences(parent, texts) {
  list(parent, texts, (_, index) => index, () => part("text"), write);
  show(parent, texts.length > 0);
}

/** Return an SVG element with `attributes`. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
