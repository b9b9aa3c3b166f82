import { escapeMarkup } from "#shared/http/escapeMarkup.ts";
import { S3Error } from "./s3Error.ts";

/** Element with a name and children or text; elements with undefined content are omitted. */
export type XmlElement = readonly [name: string, content: XmlContent];
export type XmlContent = string | number | boolean | undefined | readonly XmlElement[];

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

/** Writes a document in the S3 namespace. */
export function xmlDocument(root: string, content: XmlContent): string {
  return `${declaration}<${root} xmlns="${NAMESPACE}">${render(content)}</${root}>`;
}

/** Writes an error document, which has no namespace in S3. */
export function errorDocument(children: readonly XmlElement[]): string {
  return `${declaration}${renderElement(["Error", children])}`;
}

const STS_NAMESPACE = "https://sts.amazonaws.com/doc/2011-06-15/";

/** Writes the result of an STS action. */
export function stsDocument(action: string, requestId: string, result: readonly XmlElement[]): string {
  const content: XmlElement[] = [
    [`${action}Result`, result],
    ["ResponseMetadata", [["RequestId", requestId]]],
  ];
  return `${declaration}<${action}Response xmlns="${STS_NAMESPACE}">${render(content)}</${action}Response>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function render(content: XmlContent): string {
  if (Array.isArray(content)) return content.map(renderElement).join("");
  return escapeMarkup(String(content));
}

function renderElement([name, content]: XmlElement): string {
  return content === undefined ? "" : `<${name}>${render(content)}</${name}>`;
}

export interface XmlNode {
  /** Without a namespace prefix. */
  name: string;
  /** Text of the node itself, with entities replaced and without children. */
  text: string;
  children: XmlNode[];
}

const TOKEN =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const MAX_DEPTH = 16;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Parses the small documents that S3 clients send. Attributes are skipped; document type declarations, and therefore custom
 * entities, are rejected. Throws S3Error `MalformedXML`.
 */
export function parseXml(source: string): XmlNode {
  const document: XmlNode = { name: "", text: "", children: [] };
  const open = [document];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    const parent = open.at(-1);
    if (!match || !parent) throw new S3Error("MalformedXML");
    const [, cdata, closed, opened, , selfClosing, text] = match;
    if (opened !== undefined) {
      const node: XmlNode = { name: localName(opened), text: "", children: [] };
      parent.children.push(node);
      if (!selfClosing) open.push(node);
      if (open.length > MAX_DEPTH) throw new S3Error("MalformedXML");
    } else if (closed !== undefined) {
      if (open.length === 1 || parent.name !== localName(closed)) throw new S3Error("MalformedXML");
      open.pop();
    } else {
      parent.text += cdata ?? replaceEntities(text ?? "");
    }
  }
  const root = document.children[0];
  const outside = document.text.replace(/^\ufeff/, "").trim();
  if (!root || open.length !== 1 || document.children.length !== 1 || outside !== "") {
    throw new S3Error("MalformedXML");
  }
  return root;
}

export function childrenNamed(node: XmlNode, name: string): XmlNode[] {
  return node.children.filter((child) => child.name === name);
}

export function childText(node: XmlNode, name: string): string | undefined {
  return node.children.find((child) => child.name === name)?.text;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

function replaceEntities(text: string): string {
  return text.replace(/&([^;&]*)(;?)/g, (_, name: string, end: string) => {
    const known = Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    if (end !== ";") throw new S3Error("MalformedXML");
    if (known !== undefined) return known;
    const reference = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
    const codePoint = reference
      ? Number.parseInt(reference[1] ?? reference[2] ?? "", reference[1] ? 16 : 10)
      : -1;
    if (codePoint < 0 || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
      throw new S3Error("MalformedXML");
    }
    return String.fromCodePoint(codePoint);
  });
}
