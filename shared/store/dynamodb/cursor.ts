import { createHash } from "node:crypto";
import { invalidField } from "@pdp/basics/errors";

/** Maximum length of a sort key in a cursor; the database rejects keys over 1,024 bytes. */
const MAX_KEY_LENGTH = 300;

/**
 * Encodes a cursor that points after a list item. The cursor is bound to the list: it is rejected if used with another
 * operation, workspace or filter.
 */
export function writeCursor(list: string, sk: string): string {
  return Buffer.from(JSON.stringify([fingerprint(list), sk])).toString("base64url");
}

/** Decodes the sort key of a cursor; "" denotes the start of the list. */
export function readCursor(list: string, cursor: string): string {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const [of, sk] = Array.isArray(content) ? content : [];
    if (of === fingerprint(list) && typeof sk === "string" && sk.length <= MAX_KEY_LENGTH) return sk;
  } catch {
    // Falls through: a cursor that cannot be decoded is invalid.
  }
  throw invalidField(
    ["query", "cursor"],
    "This cursor does not belong to this list. Start again without a cursor.",
  );
}

function fingerprint(list: string): string {
  return createHash("sha256").update(list).digest("base64url").slice(0, 16);
}
