import { isDeepStrictEqual } from "node:util";
import type { SmokeLab } from "./smokeLab.ts";

/** One thing that a deployment has to do. `run` resolves with what was seen, in a few words, and rejects where it failed. */
export interface Check {
  summary: string;
  run: (lab: SmokeLab) => Promise<string>;
}

/** Why a check could not be made. It says nothing for or against the deployment. */
export class NotRun extends Error {
  override readonly name = "NotRun";
}

const MAX_SHOWN_LENGTH = 300;

/** Throws what differs, in one line. */
export function expectEqual(what: string, seen: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(seen, wanted)) return;
  throw new Error(`${what}: wanted ${shown(wanted)}, got ${shown(seen)}`);
}

/** A value as one line of text that is not too long. */
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
