import { DomainError } from "#shared/domain/errors.ts";
import type { Expression } from "#shared/trino/parse/ast.ts";
import { parseTrino } from "#shared/trino/parse/parseTrino.ts";
import { tokenize } from "#shared/trino/parse/tokens.ts";
import { formatPosition, positionAt } from "#shared/trino/sqlError.ts";
import { type Type, typeText } from "#shared/trino/types/type.ts";

/** Maximum length of an expression that an error repeats, in characters. */
const MAX_SOURCE_CHARACTERS = 80;

/**
 * Adds to the error of a query that failed while it ran the expression that failed, where only one can: engines do not
 * say which. `text` is the query as its author wrote it.
 */
export function withFailingExpression(error: unknown, text: string): unknown {
  if (!(error instanceof DomainError) || error.code !== "invalid_sql" || error.position) return error;
  const [, type] = /^The text '.*' is not a valid ([A-Z]+)(?:\(.*\))?(?::.*)?\.$/s.exec(error.message) ?? [];
  const isDivision = error.message === "Division by zero.";
  if (type === undefined && !isDivision) return error;
  const nodes = nodesOf(text).filter((node) =>
    isDivision ? canDivideByZero(node) : node.kind === "cast" && nameOf(node.to) === type,
  );
  const [only] = nodes;
  if (nodes.length !== 1 || !only || (only.kind === "cast" && only.orNull)) return error;
  const position = positionAt(text, only.at);
  const source = only.kind === "binary" ? undefined : callAt(text, only.at);
  const where = source === undefined ? "" : `, in ${source}`;
  const message = `${error.message.slice(0, -1)}${where} (${formatPosition(position)}).`;
  return new DomainError(error.kind, error.code, message, error.problems, position);
}

function canDivideByZero(node: Expression): boolean {
  if (node.kind === "call") return node.name === "mod" && mayBeZero(node.args[1]);
  return node.kind === "binary" && (node.operator === "/" || node.operator === "%") && mayBeZero(node.right);
}

/** Tells whether a divisor can be a zero that fails; that of DOUBLE does not. */
function mayBeZero(divisor: Expression | undefined): boolean {
  if (divisor?.kind === "negate") return mayBeZero(divisor.of);
  return divisor?.kind !== "number" || (divisor.type !== "double" && Number(divisor.value) === 0);
}

function nameOf(type: Type): string {
  return typeText(type).toUpperCase().replace(/\(.*/, "");
}

/** Returns the nodes of a query's syntax tree; none of other statements. */
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

/** Returns the text of a call, from its name to the parenthesis that closes it, if it is short. */
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
