import { DomainError } from "@pdp/basics/errors";
import { formatPosition, positionAt } from "@pdp/trino/errors";
import { type Expression, parseTrino, tokenize } from "@pdp/trino/parse";
import { type Type, typeText } from "@pdp/trino/types";

/** Maximum length of an expression quoted in an error, in characters. */
const MAX_SOURCE_CHARACTERS = 80;

/**
 * Adds the failed expression to the error of a query that failed at run time, if only one expression can have failed, because
 * engines do not report which one did. `text` is the query as its author wrote it.
 */
export function withFailingExpression(error: unknown, text: string): unknown {
  if (!(error instanceof DomainError) || error.code !== "invalid_sql" || error.position) return error;
  const causes = CAUSES.find(([sentence]) => sentence.test(error.message))?.[1] ?? outOfRange(error.message);
  const [, type] = /^The text '.*' is not a valid ([A-Z]+)(?:\(.*\))?(?::.*)?\.$/s.exec(error.message) ?? [];
  if (type === undefined && !causes) return error;
  const nodes = nodesOf(text).filter((node) =>
    causes ? causes(node) : node.kind === "cast" && nameOf(node.to) === type,
  );
  const [only] = nodes;
  if (nodes.length !== 1 || !only || (only.kind === "cast" && only.orNull)) return error;
  const position = positionAt(text, only.at);
  const source = only.kind === "cast" || only.kind === "call" ? callAt(text, only.at) : undefined;
  const where = source === undefined ? "" : `, in ${source}`;
  const message = `${error.message.slice(0, -1)}${where} (${formatPosition(position)}).`;
  return new DomainError(error.kind, error.code, message, error.problems, position);
}

/** Errors that only some expressions can raise, keyed by the start of the message. */
const CAUSES: [sentence: RegExp, canFail: (node: Expression) => boolean][] = [
  [/^Division by zero\.$/, canDivideByZero],
  [/^A scalar subquery returned more than one row/, ({ kind }) => kind === "scalarQuery"],
  [
    /^(?:An array subscript is|SQL array indices start|The key is not in the map)/,
    (node) => node.kind === "subscript" || (node.kind === "call" && node.name === "element_at"),
  ],
  [
    /^(?:(?:This|The) regular expression|The function takes too long for a string|The result of the function is too large|(?:Only ASCII )?[Tt]exts .* be searched)/,
    (node) =>
      node.kind === "call" &&
      /^(?:regexp_|levenshtein_|hmac_|(?:to|from)_(?:base32|ieee754)|sha512$|crc32$|parse_data_size$)/.test(
        node.name,
      ),
  ],
];

const OVERFLOW = /^The result of (\S+) is out of the range of /;
const BEYOND = /^\S+ is out of the range of ([A-Z]+)\.$/;

/** Returns a predicate for the expressions that can cause an out-of-range error; undefined for other errors. */
function outOfRange(message: string): ((node: Expression) => boolean) | undefined {
  const [, sign] = OVERFLOW.exec(message) ?? [];
  if (sign !== undefined)
    // The translation of any function may contain the operator.
    return (node) =>
      (node.kind === "binary" && node.operator === sign) ||
      (node.kind === "negate" && sign === "-" && node.of.kind !== "number") ||
      node.kind === "call";
  const [, type] = BEYOND.exec(message) ?? [];
  if (type === undefined) return undefined;
  return (node) =>
    (node.kind === "cast" && nameOf(node.to) === type) || node.kind === "binary" || node.kind === "call";
}

function canDivideByZero(node: Expression): boolean {
  if (node.kind === "call") return node.name === "mod" && mayBeZero(node.args[1]);
  return node.kind === "binary" && (node.operator === "/" || node.operator === "%") && mayBeZero(node.right);
}

/** Tells whether a divisor can be a zero that raises an error; a DOUBLE zero does not. */
function mayBeZero(divisor: Expression | undefined): boolean {
  if (divisor?.kind === "negate") return mayBeZero(divisor.of);
  return divisor?.kind !== "number" || (divisor.type !== "double" && Number(divisor.value) === 0);
}

function nameOf(type: Type): string {
  return typeText(type).toUpperCase().replace(/\(.*/, "");
}

/** Returns the nodes of a query's syntax tree; empty for other statements. */
function nodesOf(text: string): Expression[] {
  const nodes: Expression[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if ("kind" in part && "at" in part) nodes.push(part as Expression);
    for (const value of Object.values(part)) visit(value);
  };
  try {
    visit(parseTrino(text));
  } catch {
    return [];
  }
  return nodes;
}

/** Returns the text of a call, from its name to its closing parenthesis, if it is short. */
function callAt(text: string, at: number): string | undefined {
  let open = 0;
  for (const { key, at: start, end } of tokenize(text)) {
    if (start < at) continue;
    if (key === "(") open += 1;
    if (key !== ")") continue;
    open -= 1;
    if (open > 0) continue;
    const source = text.slice(at, end).replace(/\s+/g, " ");
    return source.length <= MAX_SOURCE_CHARACTERS ? source : undefined;
  }
  return undefined;
}
