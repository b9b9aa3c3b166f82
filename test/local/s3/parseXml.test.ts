import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { S3Error } from "#local/s3/protocol/s3Error.ts";
import { childrenNamed, childText, parseXml, xmlDocument } from "#local/s3/protocol/xml.ts";

const SEED = 20_261_104;

describe("an XML document", () => {
  test("namespaces, attributes, comments, CDATA and entities are parsed", () => {
    const root = parseXml(
      `\ufeff<?xml version="1.0"?><!-- a -->\n<x:Delete xmlns:x='u:v' a="1 > 0"><Object ><Key>a&amp;b&#x1F600;&#10;</Key></Object>
       <Object><Key><![CDATA[<&]]>c</Key><VersionId/></Object></x:Delete>`,
    );
    expect(root.name).toBe("Delete");
    expect(childrenNamed(root, "Object").map((object) => childText(object, "Key"))).toEqual([
      "a&b\u{1F600}\n",
      "<&c",
    ]);
    expect(childText(childrenNamed(root, "Object")[1] ?? root, "VersionId")).toBe("");
  });

  test("a written document is read back unchanged, with any characters", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (keys) => {
        const source = xmlDocument(
          "Delete",
          keys.map((key) => ["Object", [["Key", key]]] as const),
        );
        const objects = childrenNamed(parseXml(source), "Object");
        expect(objects.map((object) => childText(object, "Key"))).toEqual(keys);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test("malformed XML is refused without side effects", () => {
    const broken = [
      "",
      "text",
      "<a>",
      "</a>",
      "<a></b>",
      "<a/><b/>",
      "<a>&unknown;</a>",
      "<a>&#xD800;</a>",
      "<a>& b</a>",
    ];
    const doctype = '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>';
    const deep = `${"<a>".repeat(100)}${"</a>".repeat(100)}`;
    for (const source of [...broken, doctype, deep]) expect(() => parseXml(source)).toThrow(S3Error);
  });

  test("any string is either parsed or refused", () => {
    const piece = fc.constantFrom(
      "<a>",
      "</a>",
      "<a/>",
      "<",
      ">",
      "&amp;",
      "&",
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
      "x",
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          parseXml(pieces.join(""));
        } catch (error) {
          expect(error).toMatchObject({ code: "MalformedXML" });
        }
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });
});
