import { randomBytes } from "node:crypto";
import { composeId } from "#shared/domain/id.ts";

/** A new id: sorts by creation time; a collision within a millisecond is caught by the conditional put. */
export function newId(): string {
  return composeId(Date.now(), randomBytes(2).readUInt16BE() & 0xfff);
}

export function now(): string {
  return new Date().toISOString();
}
