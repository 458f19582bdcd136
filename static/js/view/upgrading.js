/** The links that step without JavaScript become buttons, which Space presses too. */
export function upgradeLinks(document) {
  for (const link of document.querySelectorAll("a[data-action]")) {
    const button = document.createElement("button");
    for (const { name, value } of link.attributes) if (name !== "href") button.setAttribute(name, value);
    button.type = "button";
    button.append(...link.childNodes);
    link.replaceWith(button);
  }
}
