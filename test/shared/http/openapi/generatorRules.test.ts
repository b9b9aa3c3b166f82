import { expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { openApiDocument } from "#shared/http/openapi/openapi.ts";
import { EXAMPLE_ADDRESSES } from "../../../support/describedOperations.ts";

/** Constructs that client generators cannot read or compile; `npm run generators` runs them by night. */

type Node = Record<string, unknown>;

/** Keywords that generators skip. */
const SKIPPED = new Set(["example", "examples", "if", "not"]);

/** Returns the places of the schemas that break a rule. */
function placesWhere(breaks: (schema: Node) => boolean, node: unknown, path = ""): string[] {
  if (Array.isArray(node)) return node.flatMap((item, at) => placesWhere(breaks, item, `${path}/${at}`));
  if (typeof node !== "object" || node === null) return [];
  const inner = Object.entries(node).flatMap(([key, value]) =>
    SKIPPED.has(key) ? [] : placesWhere(breaks, value, `${path}/${key}`),
  );
  return breaks(node as Node) ? [path, ...inner] : inner;
}

const document = openApiDocument(operations, EXAMPLE_ADDRESSES);
const isMap = (schema: Node) => schema.additionalProperties !== undefined && schema.properties === undefined;
const isArray = ({ type }: Node) => type === "array" || (Array.isArray(type) && type.includes("array"));

it.each<[string, (schema: Node) => boolean]>([
  ["an array without items", (schema) => isArray(schema) && schema.items === undefined],
  [
    "a union with an object with any names",
    ({ anyOf, oneOf }) =>
      [anyOf, oneOf].some(
        (members) =>
          Array.isArray(members) &&
          members.filter(({ type }) => type !== "null").length > 1 &&
          members.some((member) => isMap(member) && member.additionalProperties !== false),
      ),
  ],
  [
    "values without letters that have no names",
    ({ enum: values, "x-enum-varnames": names }) =>
      Array.isArray(values) &&
      values.some((value) => !/[A-Za-z]/.test(String(value)) && Number.isNaN(Number.parseFloat(value))) &&
      !Array.isArray(names),
  ],
])("the document has no %s", (_, breaks) => {
  expect(placesWhere(breaks, document)).toEqual([]);
});
