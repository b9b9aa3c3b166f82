import fc from "fast-check";
import { hostileNode, hostileText } from "./hostileNodes.ts";
import { type JsonNode, plainText } from "./jsonNode.ts";
import { type KnownValues, MAX_PICK } from "./knownValues.ts";
import type { Description, Parameter, Route } from "./routes.ts";
import { type Making, nodesOf } from "./schemaNodes.ts";

type Style = "encoded" | "plus" | "bare" | "bytes";

interface Pair {
  name: string;
  value: JsonNode;
  style: Style;
}

const CHANGES = {
  none: (path: string) => path,
  colon: (path: string) => path.replaceAll(":", "%3A"),
  smallColon: (path: string) => path.replaceAll(":", "%3a"),
  slash: (path: string) => `${path}/`,
  slashes: (path: string) => path.replaceAll("/", "//"),
  upper: (path: string) => path.toUpperCase(),
  dots: (path: string) => `/x/..${path}/./%2e%2e/y`,
  badPercent: (path: string) => `${path}%zz`,
  encoded: (path: string) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  nul: (path: string) => `${path}%00`,
  notUtf8: (path: string) => `${path}%c3%28`,
  long: (path: string) => path + "a".repeat(9000),
  tooLong: (path: string) => path + "a".repeat(40_000),
  semicolon: (path: string) => `${path};a=b`,
  absolute: (path: string) => `http://elsewhere.example${path}`,
  star: () => "*",
};
type Change = keyof typeof CHANGES;
const HARMLESS: readonly Change[] = ["none", "colon", "smallColon"];

/** Request target, with the names of known values in place of the values. */
export interface Target {
  change: Change;
  parameters: [name: string, value: JsonNode][];
  query: Pair[];
}

export function targetsOf(
  { path }: Route,
  { parameters }: Description,
  making: Making,
): fc.Arbitrary<Target> {
  const inPath = parameters.filter(
    (parameter) => parameter.in === "path" && path.includes(`{${parameter.name}}`),
  );
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const change = fc.oneof(
    { weight: 200 - making.wrong, arbitrary: fc.constantFrom<Change>("none", "none", "none", ...HARMLESS) },
    { weight: making.wrong, arbitrary: fc.constantFrom(...(Object.keys(CHANGES) as Change[])) },
  );
  return fc.record({
    change,
    parameters: fc.tuple(...inPath.map((parameter) => pathParameter(parameter, making))),
    query: fc
      .tuple(fc.tuple(...inQuery.map((parameter) => pairs(parameter, making))), extraPairs(inQuery, making))
      .map(([declared, extra]) => [...declared.flat(), ...extra]),
  });
}

/** URL as written in the request, and whether it may match a different route or none. */
export function targetText(
  path: string,
  target: Target,
  known: KnownValues,
): { text: string; astray: boolean } {
  let astray = !HARMLESS.includes(target.change);
  let text = path;
  for (const [name, value] of target.parameters) {
    const parameter = plainText(value, known);
    if (value.kind !== "known" || parameter === "") astray = true;
    text = text.replace(`{${name}}`, () => encodeURIComponent(parameter.toWellFormed()));
  }
  const query = target.query.map(({ name, value, style }) => {
    return `${encodeText(name, style === "bytes" ? "encoded" : style)}=${encodeText(plainText(value, known), style)}`;
  });
  return { text: CHANGES[target.change](text) + (query.length > 0 ? `?${query.join("&")}` : ""), astray };
}

function pathParameter({ name }: Parameter, making: Making): fc.Arbitrary<[string, JsonNode]> {
  const known = fc
    .nat(MAX_PICK - 1)
    .map((pick): JsonNode => ({ kind: "known", field: name, pick, otherwise: "5" }));
  return fc
    .oneof(
      { weight: 200 - making.wrong, arbitrary: known },
      { weight: making.wrong, arbitrary: hostileText.map((value): JsonNode => ({ kind: "text", value })) },
    )
    .map((value) => [name, value]);
}

/** Usually contains the parameter once; sometimes not at all, or several times. */
function pairs({ name, schema, required }: Parameter, making: Making): fc.Arbitrary<Pair[]> {
  const missing = required ? Math.ceil(making.wrong / 4) : 60;
  const pair = fc.record({
    name: fc.constant(name),
    value: nodesOf(schema, name, making),
    style: styles(making),
  });
  const twice = fc.array(pair, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    { weight: 100 - missing, arbitrary: pair.map((one) => [one]) },
    { weight: missing, arbitrary: fc.constant<Pair[]>([]) },
    { weight: Math.ceil(making.wrong / 5), arbitrary: twice },
  );
}

function extraPairs(declared: Parameter[], making: Making): fc.Arbitrary<Pair[]> {
  const names = declared.flatMap(({ name }) => [name, `${name}[]`, `${name}[a]`, name.toUpperCase()]);
  const pair = fc.record({
    name: fc.oneof(fc.constantFrom("extra", "__proto__", "constructor", "", ...names), hostileText),
    value: hostileNode,
    style: styles(making),
  });
  return fc.oneof(
    { weight: 100 - making.wrong, arbitrary: fc.constant<Pair[]>([]) },
    { weight: making.wrong, arbitrary: fc.array(pair, { minLength: 1, maxLength: 3 }) },
  );
}

function styles({ wrong }: Making): fc.Arbitrary<Style> {
  return fc.oneof(
    { weight: 100 - wrong, arbitrary: fc.constant<Style>("encoded") },
    { weight: wrong, arbitrary: fc.constantFrom<Style>("plus", "bare", "bytes") },
  );
}

function encodeText(text: string, style: Style): string {
  if (style === "plus") return encodeURIComponent(text.toWellFormed()).replaceAll("%20", "+");
  // As careless clients write it: escapes only the characters that would end the request line.
  if (style === "bare") return text.replace(/[^\x21-\x7e]/g, "%");
  // Each UTF-16 code unit as one byte: not valid UTF-8.
  if (style === "bytes")
    return Array.from(text, (_, at) => `%${(text.charCodeAt(at) & 255).toString(16).padStart(2, "0")}`).join(
      "",
    );
  return encodeURIComponent(text.toWellFormed());
}
