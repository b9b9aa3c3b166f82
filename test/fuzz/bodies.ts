import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { exampleNodes } from "./exampleNodes.ts";
import { type Form, formBytes, formsOf } from "./forms.ts";
import { hostileNode } from "./hostileNodes.ts";
import { type JsonNode, jsonText } from "./jsonNode.ts";
import type { KnownValues } from "./knownValues.ts";
import type { Description } from "./routes.ts";
import { type Making, nodesOf } from "./schemaNodes.ts";

const JSON_TYPE = "application/json";
const TYPES = [
  null,
  "",
  "application/json; charset=utf-16",
  "application/vnd.api+json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=a",
  "multipart/form-data; boundary=",
  "application/octet-stream",
  ";;;",
  "a".repeat(5000),
];

/** Changes to the bytes of a body on the wire. */
const CHANGES = {
  none: (bytes: Buffer) => bytes,
  empty: () => Buffer.alloc(0),
  cut: (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
  mark: (bytes: Buffer) => Buffer.concat([Buffer.from("\ufeff"), bytes]),
  utf16: (bytes: Buffer) => Buffer.from(bytes.toString(), "utf16le"),
  notUtf8: (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at % 7 === 5 ? 0xff : byte))),
  padded: (bytes: Buffer) => Buffer.concat([Buffer.alloc(1024 * 1024, " "), bytes]),
  gzip: (bytes: Buffer) => gzipSync(bytes),
  large: (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(11 * 1024 * 1024, " ")]),
};
type Change = keyof typeof CHANGES;
/** Larger bodies take too much time. */
const CHANGE = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom<Change>("empty", "cut", "mark", "utf16", "notUtf8", "gzip") },
  { weight: 4, arbitrary: fc.constant<Change>("padded") },
  { weight: 1, arbitrary: fc.constant<Change>("large") },
);

/** Planned body; null sends none. */
export interface Body {
  content: { node: JsonNode } | { form: Form } | null;
  type: string | null;
  /** Media type of the form, which contains its boundary. */
  typeOfForm: boolean;
  encoding: string | null;
  change: Change;
}

export function bodiesOf({ requestBody }: Description, making: Making): fc.Arbitrary<Body> {
  const usual = 200 - making.wrong;
  const rest = {
    type: fc.oneof(
      { weight: usual, arbitrary: fc.constant(JSON_TYPE) },
      { weight: making.wrong, arbitrary: fc.constantFrom(...TYPES) },
    ),
    encoding: fc.oneof(
      { weight: usual, arbitrary: fc.constant(null) },
      { weight: making.wrong, arbitrary: fc.constantFrom("gzip", "deflate", "identity", "x") },
    ),
    change: fc.oneof(
      { weight: usual, arbitrary: fc.constant<Change>("none") },
      { weight: making.wrong, arbitrary: CHANGE },
    ),
  };
  const form = requestBody?.content["multipart/form-data"];
  const json = requestBody?.content[JSON_TYPE];
  const typeOfForm = fc
    .integer({ min: 0, max: 199 })
    .map((chance) => form !== undefined && chance >= making.wrong);
  const content: fc.Arbitrary<Body["content"]> = form
    ? formsOf(form.schema, making).map((one) => ({ form: one }))
    : json
      ? fc
          .oneof(nodesOf(json.schema, "", making), exampleNodes(json.example, "", making))
          .map((node) => ({ node }))
      : fc.oneof(
          { weight: 100 - making.wrong, arbitrary: fc.constant(null) },
          { weight: making.wrong, arbitrary: hostileNode.map((node) => ({ node })) },
        );
  return fc.record({ content, typeOfForm, ...rest });
}

/** Body bytes and the corresponding headers. */
export function bodyBytes(
  body: Body,
  known: KnownValues,
): { bytes: Buffer | null; headers: [string, string][] } {
  if (body.content === null) return { bytes: null, headers: [] };
  const { type, bytes } =
    "form" in body.content
      ? formBytes(body.content.form, known)
      : { type: JSON_TYPE, bytes: Buffer.from(jsonText(body.content.node, known)) };
  const headers: [string, string][] = [];
  const stated = body.typeOfForm ? type : body.type;
  if (stated !== null) headers.push(["content-type", stated]);
  const encoding = body.change === "gzip" ? "gzip" : body.encoding;
  if (encoding !== null) headers.push(["content-encoding", encoding]);
  return { bytes: CHANGES[body.change](bytes), headers };
}
