import { DomainError } from "#shared/basics/errors/errors.ts";

/** Session properties that limit the time of a statement. JDBC's `setQueryTimeout` sets the first. */
const TIME_LIMITS = ["query_max_run_time", "query_max_execution_time"];

const UNIT_MS: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const DURATION = /^\s*(\d{1,12}(?:\.\d{1,9})?)\s*(ns|us|ms|s|m|h|d)\s*$/;

/**
 * Returns the time limit of a statement in the header with the client's session properties, in milliseconds; undefined if
 * there is none. Other properties do not change results, and are ignored.
 */
export function maxRunMsOf(header: string | undefined): number | undefined {
  const limits: number[] = [];
  for (const entry of (header ?? "").split(",")) {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at).trim();
    if (at > 0 && TIME_LIMITS.includes(name)) limits.push(durationMs(name, decoded(entry.slice(at + 1))));
  }
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Rejects a property that SET SESSION cannot change, and a value that it cannot have. */
export function requireSessionProperty(name: string, value: string | null): void {
  if (!TIME_LIMITS.includes(name)) {
    const sentence = `There is no session property "${name.slice(0, 128)}". Use ${TIME_LIMITS.join(" or ")}.`;
    throw new DomainError("malformed", "invalid_session_property", sentence);
  }
  if (value !== null) durationMs(name, value);
}

function durationMs(name: string, value: string): number {
  const [, digits, unit = ""] = DURATION.exec(value) ?? [];
  if (digits !== undefined) return Math.ceil(Number(digits) * (UNIT_MS[unit] ?? 1));
  const sentence = `The value of the session property ${name} is not a duration: ${value.slice(0, 100)}. Write it like 30s or 5.5m.`;
  throw new DomainError("malformed", "invalid_session_property", sentence);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
