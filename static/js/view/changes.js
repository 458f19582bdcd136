/** Changes to the document that cost nothing where nothing changed. */

/** @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Element} element @param {string} name @param {string | number | boolean} value */
export function setAttribute(element, name, value) {
  const text = String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * Set a `data-` attribute of a part whose `seen` remembers what it was: a step asks about every node and changes few,
 * and asking the document is what takes time.
 * @param {{group: Element, seen: Record<string, unknown>}} part
 */
export function mark(part, name, value) {
  if (part.seen[name] === value) return;
  part.seen[name] = value;
  setAttribute(part.group, `data-${name}`, value);
}

/**
 * A new element with attributes and children; strings become text, never markup.
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A new element of a drawing. @param {string} tag @param {Record<string, string | number>} attributes */
export function drawn(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/** Let an icon show another symbol. */
export function setIcon(svg, name) {
  setAttribute(svg.firstElementChild, "href", `#icon-${name}`);
}

/** `{step} of {steps}` filled in. @param {string} template @param {Record<string, string | number>} values */
export function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** What a person calls a node: its label, or else its expression. */
export function nameOf(node) {
  return node.label || node.text;
}
