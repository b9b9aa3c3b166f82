import type { TokenReader } from "./tokenReader.ts";

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,6}))?)?$/;
const ZONE = /^([+-])(\d{1,2}):(\d{2})$/;
const MINUTE_MS = 60_000;

/**
 * Parses `TIMESTAMP '2026-01-31 12:00:00 +02:00'` or `DATE '2026-01-31'` as an instant, and returns it in ISO 8601. The
 * default zone is UTC; digits after the milliseconds are dropped.
 */
export function parseInstant(reader: TokenReader): string {
  const isDate = reader.sees("DATE");
  if (!isDate && !reader.sees("TIMESTAMP")) throw reader.unexpected("TIMESTAMP '…', with the time in quotes");
  const { kind, text } = reader.ahead(1);
  const instant = kind === "string" ? instantOf(text, isDate) : undefined;
  if (instant === undefined) {
    const example = isDate ? "DATE '2026-01-31'" : "TIMESTAMP '2026-01-31 12:00:00 UTC' or '… +02:00'";
    throw reader.error(`Write a point in time like ${example}`);
  }
  reader.take();
  reader.take();
  return instant;
}

function instantOf(text: string, isDate: boolean): string | undefined {
  const [day = "", time = "0:00", zone = "UTC", ...more] = text.split(" ");
  if (more.length > 0 || (isDate && text !== day)) return undefined;
  const date = DAY.exec(day)?.slice(1).map(Number);
  const [, hours, minutes, seconds = "0", fraction = ""] = TIME.exec(time) ?? [];
  const offset = offsetOf(zone);
  if (!date || hours === undefined || minutes === undefined || offset === undefined) return undefined;
  const parts = [Number(hours), Number(minutes), Number(seconds)] as const;
  const [year = 0, month = 0, dayOfMonth = 0] = date;
  const instant = new Date(
    Date.UTC(year, month - 1, dayOfMonth, ...parts, Number(fraction.padEnd(3, "0").slice(0, 3))),
  );
  // Out-of-range fields, such as February 30, would have rolled over into the next unit.
  const isValid =
    instant.getUTCFullYear() === year &&
    instant.getUTCMonth() === month - 1 &&
    instant.getUTCDate() === dayOfMonth &&
    [instant.getUTCHours(), instant.getUTCMinutes(), instant.getUTCSeconds()].join() === parts.join();
  return isValid ? new Date(instant.getTime() - offset * MINUTE_MS).toISOString() : undefined;
}

/** Returns the offset of the zone `UTC` or `Z`, or of a zone given as an offset, in minutes; undefined for any other zone. */
function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === "UTC" || zone.toUpperCase() === "Z") return 0;
  const [, sign, hours, minutes] = ZONE.exec(zone) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  // Offsets range from -12:00 to +14:00.
  return total <= 14 * 60 && Number(minutes) < 60 ? (sign === "-" ? -total : total) : undefined;
}
