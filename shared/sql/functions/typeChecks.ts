import { Refusal } from "#shared/sql/sqlError.ts";
import type { Argument, ValueKind } from "./functionKinds.ts";

const NAMES: Record<Exclude<ValueKind, undefined>, string> = {
  integer: "a number",
  double: "a number",
  decimal: "a number",
  text: "a text",
  boolean: "a truth value",
  time: "a date or time",
  other: "an array or row",
};

/**
 * Rejects comparisons of types that Trino does not mix, but DuckDB casts. Only known types are checked, so that at
 * worst a query is accepted that Trino would reject.
 */
export function checkComparable(...values: Argument[]): void {
  const known = values.filter(({ kind }) => kind !== undefined);
  const [first] = known;
  const other = known.find(({ kind }) => nameOf(kind) !== nameOf(first?.kind));
  if (!first || !other) return;
  const hint =
    (first.kind === "time") !== (other.kind === "time") && (first.kind === "text" || other.kind === "text")
      ? "write DATE '2026-01-31' or TIMESTAMP '2026-01-31 12:00:00'"
      : "cast one of them";
  throw new Refusal(`${capital(nameOf(first.kind))} and ${nameOf(other.kind)} do not go together: ${hint}`);
}

export function checkCondition(value: Argument, at?: number): Argument {
  if (value.kind === undefined || value.kind === "boolean") return value;
  throw new Refusal(`A condition must be true or false, not ${nameOf(value.kind)}`, at);
}

export function checkText(...values: Argument[]): void {
  for (const { kind } of values) {
    if (kind === undefined || kind === "text" || kind === "other") continue;
    throw new Refusal(`Only texts can be joined, not ${nameOf(kind)}: CAST(… AS VARCHAR)`);
  }
}

export function checkNumber(name: string, value: Argument | undefined): void {
  const kind = value?.kind;
  if (kind === "text" || kind === "boolean" || kind === "time") {
    throw new Refusal(`${name} is of numbers, not of ${nameOf(kind)}`);
  }
}

function nameOf(kind: ValueKind): string {
  return kind === undefined ? "" : NAMES[kind];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
