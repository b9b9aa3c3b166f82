import { createHash } from "node:crypto";
import { invalidField } from "#shared/domain/errors.ts";

/** No sort key is longer; the database refuses those over 1,024 bytes. */
const MAX_KEY_LENGTH = 300;

/**
 * A cursor names the last item of a page. It is bound to what was listed: one from another operation, workspace or filter
 * is refused.
 */
export function writeCursor(list: string, sk: string): string {
  return Buffer.from(JSON.stringify([fingerprint(list), sk])).toString("base64url");
}

/** The sort key within a cursor; "" stands for the start of the list. */
export function readCursor(list: string, cursor: string): string {
  try {
    const content: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const [of, sk] = Array.isArray(content) ? content : [];
    if (of === fingerprint(list) && typeof sk === "string" && sk.length <= MAX_KEY_LENGTH) return sk;
  } catch {
    // Falls through: what cannot be read is no cursor.
  }
  throw invalidField(
    ["query", "cursor"],
    "This cursor does not belong to this list. Start again without a cursor.",
  );
}

function fingerprint(list: string): string {
  return createHash("sha256").update(list).digest("base64url").slice(0, 16);
}
