import { isDeepStrictEqual } from "node:util";
import { explainAnswer } from "../../examples/explainFailure.ts";

const MAX_SHOWN_LENGTH = 300;

/** Throws the difference on one line. */
export function expectEqual(what: string, seen: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(seen, wanted)) return;
  throw new Error(`${what}: wanted ${formatValue(wanted)}, got ${formatValue(seen)}`);
}

/** Throws the response if it does not have the status and, if given, the code. */
export function expectAnswer(
  what: string,
  { status, json }: { status: number; json: unknown },
  wanted: number,
  code?: string,
): void {
  const seen = (json as { code?: unknown } | null)?.code;
  if (status === wanted && (code === undefined || seen === code)) return;
  const name = code === undefined ? "" : ` ${code}`;
  throw new Error(`${what}: wanted HTTP ${wanted}${name}, got ${explainAnswer(status, json)}`);
}

/** Formats a value as one line of text of limited length. */
export function formatValue(value: unknown): string {
  const plain = (_: string, inner: unknown) => {
    if (typeof inner === "bigint") return `${inner}n`;
    return typeof inner === "number" && (Object.is(inner, -0) || !Number.isFinite(inner))
      ? `number ${Object.is(inner, -0) ? "-0" : inner}`
      : inner;
  };
  const text = JSON.stringify(value, plain) ?? "undefined";
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text;
}
