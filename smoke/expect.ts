import { isDeepStrictEqual } from "node:util";

const MAX_SHOWN_LENGTH = 300;

/** Throws the difference, in one line. */
export function expectEqual(what: string, seen: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(seen, wanted)) return;
  throw new Error(`${what}: wanted ${shown(wanted)}, got ${shown(seen)}`);
}

/** Formats a value as one line of text of limited length. */
export function shown(value: unknown): string {
  const plain = (_: string, inner: unknown) => {
    if (typeof inner === "bigint") return `${inner}n`;
    return typeof inner === "number" && (Object.is(inner, -0) || !Number.isFinite(inner))
      ? `number ${Object.is(inner, -0) ? "-0" : inner}`
      : inner;
  };
  const text = JSON.stringify(value, plain) ?? "undefined";
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text;
}
