import { randomBytes } from "node:crypto";
import { composeId } from "#shared/domain/id.ts";

let last = 0;

/**
 * A new id: sorts by creation time, also among those that this process makes within a millisecond. A collision with another
 * process is caught by the conditional put, and made again.
 */
export function newId(): string {
  const id = Number(composeId(Date.now(), randomBytes(2).readUInt16BE() & 0xfff));
  last = Math.max(id, last + 1);
  return String(last);
}

export function now(): string {
  return new Date().toISOString();
}
