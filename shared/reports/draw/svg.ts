import { DOMImplementation, type Element } from "@xmldom/xmldom";

const SVG = "http://www.w3.org/2000/svg";

/** Document in which charts are drawn, because there is no page. */
export const DOCUMENT = new DOMImplementation().createDocument("http://www.w3.org/1999/xhtml", "html", null);

/** Creates an element of a picture, with its attributes and its children. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (Element | string)[]
): Element {
  const made = DOCUMENT.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  for (const child of children)
    made.appendChild(typeof child === "string" ? DOCUMENT.createTextNode(child) : child);
  return made;
}
