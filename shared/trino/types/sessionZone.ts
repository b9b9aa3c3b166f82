import { DomainError } from "@pdp/basics/errors";
import { Refusal } from "../sqlError.ts";
import { zoneName } from "./timeZones.ts";

/** Time zone of the client's session, in which times without a zone are read. */
export interface SessionZone {
  /** Name such as `Europe/Berlin`, or an offset such as `+02:00`. */
  name: string;
  /** Its offset when the session starts, such as `+01:00`: the zone of times of day. */
  offset: string;
}

export const UTC: SessionZone = { name: "UTC", offset: "+00:00" };

/** Names of UTC that clients send. */
const UTC_NAMES =
  /^(?:Z|UTC|GMT|UCT|UT|Zulu|Universal|Greenwich|(?:Etc\/)(?:UTC|GMT|UCT|Zulu|Universal|Greenwich))$/i;
const OFFSET = /^[+-](?:(?:0\d|1[0-3]):?[0-5]\d|14:?00)$/;
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/;

/** Returns the zone with a name or an offset as Trino's clients send it, at a time. Throws a DomainError if there is none. */
export function sessionZoneOf(text: string, at: Date): SessionZone {
  const name = zoneOrText(text.trim());
  if (UTC_NAMES.test(name)) return UTC;
  if (OFFSET.test(name)) {
    const offset = `${name.slice(0, 3)}:${name.slice(-2)}`;
    return /^[+-]00:00$/.test(offset) ? UTC : { name: offset, offset };
  }
  const offset = NAME.test(name) ? offsetAt(name, at) : undefined;
  if (offset !== undefined) return { name, offset };
  const sentence = `There is no time zone "${name.slice(0, 60)}". Use a name such as Europe/Berlin, or an offset such as +02:00.`;
  throw new DomainError("malformed", "invalid_sql", sentence);
}

/** Returns a zone as Trino names it, such as `+02:00` for `GMT+2`; the text itself if its offset is too large. */
function zoneOrText(text: string): string {
  try {
    return zoneName(text);
  } catch (error) {
    if (error instanceof Refusal) return text;
    throw error;
  }
}

/** Returns the offset of a named zone at a time; undefined if there is no such zone. */
function offsetAt(timeZone: string, at: Date): string | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const text = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, offset = "+00:00"] = /^GMT([+-]\d\d:\d\d)?/.exec(text) ?? [];
    return offset;
  } catch {
    return undefined;
  }
}

interface Session {
  zone: SessionZone;
  isUsed: boolean;
}

/** Session of the query text that is being written. Writing is synchronous, so texts that compile concurrently do not mix. */
let session: Session = { zone: UTC, isUsed: false };

/** Writes a query text in a session's time zone. Calls `onUse` if the text depends on a zone other than UTC. */
export function writeInZone<T>(zone: SessionZone, write: () => T, onUse: () => void): T {
  const before = session;
  session = { zone, isUsed: false };
  try {
    const written = write();
    if (session.isUsed && zone.name !== UTC.name) onUse();
    return written;
  } finally {
    session = before;
  }
}

/** Returns the time zone of the session, for a text that depends on it. */
export function sessionZone(): SessionZone {
  session.isUsed = true;
  return session.zone;
}
