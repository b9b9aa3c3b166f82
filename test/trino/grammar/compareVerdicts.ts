import { DomainError } from "@pdp/basics/errors";
import {
  type Call,
  type Expression,
  type FromItem,
  type JsonOptions,
  type JsonOtherwise,
  parseTrino,
  type Query,
} from "@pdp/trino/parse";
import { parseStatement } from "../../../shared/trino/parse/parseStatement.ts";
import { ACCEPTED_HERE, type Difference, OTHER_TREE, REFUSED_HERE } from "./differences.ts";

/** Sentence with the text that Trino's formatter writes for it; null if Trino's parser refuses it. */
export interface Verdict {
  text: string;
  formatted: string | null;
}

/** Numbers of sentences by outcome. */
export interface Comparison {
  accepted: number;
  refused: number;
  /** Sentences with a tree that equals the tree of Trino's formatted text. */
  sameTree: number;
  /** Known differences by their reasons. */
  byReason: Map<string, number>;
  unexplained: string[];
}

/**
 * Parses sentences, and checks whether Trino accepts the same ones. Trino's formatter writes parentheses around every
 * operation, so if a sentence and its formatted text have equal trees, precedence and order agree.
 */
export function compareVerdicts(verdicts: readonly Verdict[]): Comparison {
  const comparison: Comparison = {
    accepted: 0,
    refused: 0,
    sameTree: 0,
    byReason: new Map(),
    unexplained: [],
  };
  for (const { text, formatted } of verdicts) {
    const here = parse(text);
    const message = here instanceof DomainError ? here.message : undefined;
    if (message !== undefined && formatted === null) comparison.refused += 1;
    else if (message === undefined && formatted !== null) {
      comparison.accepted += 1;
      compareTrees(comparison, text, formatted);
    } else if (message === undefined) {
      count(comparison, ACCEPTED_HERE, `accepted only here: ${text}`, text);
    } else count(comparison, REFUSED_HERE, `refused only here: ${message} ${text}`, text, message);
  }
  return comparison;
}

/** Counts a difference under its reason. */
function count(
  { byReason, unexplained }: Comparison,
  known: readonly Difference[],
  difference: string,
  text: string,
  message = "",
): void {
  const found = known.find((each) => (each.text ?? /^/).test(text) && (each.message ?? /^/).test(message));
  if (found === undefined) unexplained.push(difference);
  else byReason.set(found.reason, (byReason.get(found.reason) ?? 0) + 1);
}

/** Returns the tree of a query, undefined for another statement, or the refusal. Any other error is thrown. */
function parse(text: string): Query | undefined | DomainError {
  try {
    return parseStatement(text).kind === "query" ? parseTrino(text) : undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw new Error(`The parser failed for: ${text}`, { cause: error });
  }
}

function compareTrees(comparison: Comparison, text: string, formatted: string): void {
  const [tree, other] = [parse(text), parse(formatted)];
  if (tree === undefined) return;
  if (shapeOf(tree) === shapeOf(other)) comparison.sameTree += 1;
  else {
    const shown = other instanceof DomainError ? `${other.message} ${formatted}` : formatted;
    count(comparison, OTHER_TREE, `another tree: ${text} as ${shown}`, text);
  }
}

function concatenation(...args: Expression[]): Partial<Call> {
  return { kind: "call", name: "concat", args, distinct: false, orderBy: [] };
}

function withoutGroups(item: FromItem): object {
  return item.kind === "group" ? withoutGroups(item.of) : sorted(item);
}

function sorted(node: object): object {
  return Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withoutDefaults({ onEmpty, onError, ...json }: JsonOptions): JsonOptions {
  const isDefault = (otherwise?: JsonOtherwise): boolean =>
    ["NULL", "FALSE"].includes(otherwise?.kind ?? "NULL");
  return {
    ...json,
    ...(onEmpty && !isDefault(onEmpty) && { onEmpty }),
    ...(onError && !isDefault(onError) && { onError }),
  };
}

/** Returns a tree as text, without positions, and with the spellings of values that the formatter unifies. */
function shapeOf(tree: Query | DomainError | undefined): string {
  return JSON.stringify(tree, (key, value) => {
    if (key === "at" || key === "source" || key === "star") return undefined;
    if (typeof value?.quoted === "boolean") return value.text.toLowerCase();
    if (value?.not === true) return { kind: "not", of: { ...value, not: false } };
    switch (value?.kind) {
      case "binary":
        return value.operator === "||" ? concatenation(value.left, value.right) : value;
      case "call":
        return value.json ? { ...value, json: withoutDefaults(value.json) } : value;
      case "group":
        return withoutGroups(value);
      case "bytes":
        return { ...value, hex: value.hex.toUpperCase() };
      case "number":
        return {
          kind: "number",
          type: value.type,
          value: value.type === "double" ? Number(value.value) : value.value,
        };
      case "typed":
        return value.type.name === "decimal"
          ? { kind: "number", type: "decimal", value: value.value }
          : value;
      default:
        return value !== null && typeof value === "object" && !Array.isArray(value) ? sorted(value) : value;
    }
  });
}
