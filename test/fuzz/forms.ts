import fc from "fast-check";
import { hostileText } from "./hostileNodes.ts";
import { type JsonNode, plainText } from "./jsonNode.ts";
import type { KnownValues } from "./knownValues.ts";
import { type Making, nodesOf, resolveSchema, type Schema } from "./schemaNodes.ts";

interface Part {
  name: string;
  filename: string | null;
  headers: string;
  content: { bytes: Uint8Array } | { node: JsonNode };
}

const FRAMES = [
  "whole",
  "whole",
  "whole",
  "whole",
  "cut",
  "noEnd",
  "nested",
  "noBoundary",
  "otherBoundary",
] as const;

/** Planned multipart form. */
export interface Form {
  parts: Part[];
  frame: (typeof FRAMES)[number];
  boundary: string;
}

const FILES = [
  "n,label\n1,a\n2,b\n",
  "n\n1\n",
  "",
  "\u0000\u0000",
  "n,label\n1e400,\n",
  "label;n\r\nx;1\r\n",
];
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const HEADERS = [
  "",
  "Content-Type: text/csv\r\n",
  "Content-Type: text/csv; charset=x-none\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  `X-Long: ${"a".repeat(100_000)}\r\n`,
  "X: y\r\n".repeat(3000),
  "no header\r\n",
  "Content-Disposition: form-data\r\n",
];

export function formsOf(given: Schema, making: Making): fc.Arbitrary<Form> {
  const schema = resolveSchema(given, making);
  const required = (schema.required ?? []) as string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(
    ([name, property]) => {
      const missing = required.includes(name) ? Math.ceil(making.wrong / 4) : 50;
      return fc.oneof(
        { weight: 100 - missing, arbitrary: partOf(name, property, making).map((part) => [part]) },
        { weight: missing, arbitrary: fc.constant<Part[]>([]) },
        {
          weight: Math.ceil(making.wrong / 10),
          arbitrary: fc.array(partOf(name, property, making), { maxLength: 30 }),
        },
      );
    },
  );
  return fc
    .record({
      parts: fc.tuple(...fields).map((parts) => parts.flat()),
      extra: usuallyValue(
        [],
        fc.array(fc.oneof(filePart("extra"), filePart("__proto__")), { maxLength: 3 }),
        making,
      ),
      frame: usuallyValue<Form["frame"]>("whole", fc.constantFrom(...FRAMES), making),
      boundary: usuallyValue(
        "----form",
        fc.constantFrom("a", "b".repeat(70), "b".repeat(5000), "a b", "'()+_,-./:=?"),
        making,
      ),
      backwards: fc.boolean(),
    })
    .map(({ parts, extra, frame, boundary, backwards }) => {
      const all = [...parts, ...extra];
      return { parts: backwards ? all.reverse() : all, frame, boundary };
    });
}

/** Form bytes and the media type with which to send them. */
export function formBytes(
  { parts, frame, boundary }: Form,
  known: KnownValues,
): { type: string; bytes: Buffer } {
  const pieces: Uint8Array[] = [];
  for (const part of parts) {
    pieces.push(Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n`));
    pieces.push(
      "bytes" in part.content ? part.content.bytes : Buffer.from(plainText(part.content.node, known)),
    );
    pieces.push(Buffer.from("\r\n"));
  }
  if (frame === "nested")
    pieces.push(Buffer.from(`--${boundary}\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n--in--\r\n`));
  if (frame !== "noEnd") pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const bytes = Buffer.concat(pieces);
  const stated = frame === "otherBoundary" ? `; boundary=x${boundary}` : `; boundary="${boundary}"`;
  return {
    type: `multipart/form-data${frame === "noBoundary" ? "" : stated}`,
    bytes: frame === "cut" ? bytes.subarray(0, bytes.length * 0.6) : bytes,
  };
}

function partHead({ name, filename, headers }: Part): string {
  const file = filename === null ? "" : `; filename="${escapeName(filename)}"`;
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}\r\n${headers}`;
}

/** Quotes and line endings as browsers write them. */
function escapeName(text: string): string {
  return text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function usuallyValue<T>(value: T, otherwise: fc.Arbitrary<T>, { wrong }: Making): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 100 - wrong, arbitrary: fc.constant(value) },
    { weight: wrong, arbitrary: otherwise },
  );
}

function partOf(name: string, schema: Schema, making: Making): fc.Arbitrary<Part> {
  if (schema.format === "binary") return usuallyPlain(filePart(name), making);
  return fc.record({
    name: fc.constant(name),
    filename: usuallyValue<string | null>(null, fc.constantFrom("a.csv", ""), making),
    headers: usuallyValue("", fc.constantFrom(...HEADERS), making),
    content: nodesOf(schema, name, making).map((node) => ({ node })),
  });
}

function usuallyPlain(part: fc.Arbitrary<Part>, { wrong }: Making): fc.Arbitrary<Part> {
  return wrong === 0 ? part.map((one) => ({ ...one, filename: "part.csv", headers: "" })) : part;
}

function filePart(name: string): fc.Arbitrary<Part> {
  const content = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...FILES).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
    { weight: 1, arbitrary: fc.constant(PICTURE) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(70_000, 1_100_000).map((size) => Buffer.alloc(size, "n,label\n1,a\n")),
    },
  );
  return fc.record({
    name: fc.constant(name),
    filename: fc.oneof(fc.constant("part.csv"), fc.constantFrom(null, ""), hostileText),
    headers: fc.oneof(fc.constant(""), fc.constantFrom(...HEADERS)),
    content: content.map((bytes) => ({ bytes })),
  });
}
