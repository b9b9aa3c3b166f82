import { randomBytes } from "node:crypto";

const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARACTERS = 10;

/** Returns `<kind>_` followed by 26 characters (a ULID): 48 bits of milliseconds, then 80 random bits. */
export function newId(kind: string, milliseconds: number = Date.now()): string {
  let time = "";
  for (let rest = milliseconds; time.length < TIME_CHARACTERS; rest = Math.floor(rest / 32)) {
    time = `${DIGITS[rest % 32]}${time}`;
  }
  const random = Array.from(randomBytes(16), (byte) => DIGITS[byte % 32]).join("");
  return `${kind}_${time}${random}`;
}
