/** An element is its name and its children or text; elements whose content is undefined are left out. */
export type XmlElement = readonly [name: string, content: XmlContent];
export type XmlContent = string | number | boolean | undefined | readonly XmlElement[];

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A document in S3's namespace. */
export function xmlDocument(root: string, content: XmlContent): string {
  return `${declaration}<${root} xmlns="${NAMESPACE}">${render(content)}</${root}>`;
}

/** S3's error documents have no namespace. */
export function errorDocument(children: readonly XmlElement[]): string {
  return `${declaration}${renderElement(["Error", children])}`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function render(content: XmlContent): string {
  if (Array.isArray(content)) return content.map(renderElement).join("");
  return escapeXml(String(content));
}

function renderElement([name, content]: XmlElement): string {
  return content === undefined ? "" : `<${name}>${render(content)}</${name}>`;
}

/** Control characters, which keys may hold, go out as character references, as S3 sends them. */
function escapeXml(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
    /[&<>"\u0000-\u001f\u007f\ufffe\uffff]/g,
    (character) => ESCAPES[character] ?? `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
  );
}
