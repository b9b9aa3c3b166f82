import { Refusal } from "../sqlError.ts";

/** Maximum size of the results that a registered function computes for one chunk of rows, in bytes. */
export const MAX_RESULT_BYTES = 128 * 2 ** 20;
/** Size of a list item excluding its text, in bytes. */
const ITEM_BYTES = 32;
/** Number of pieces joined at a time. */
const MAX_PIECES = 4_096;

const FEWER_MATCHES = "shorten the strings, or write a pattern that matches less often";

/** Returns the refusal for results that would exhaust the memory, with advice. */
export function resultTooLarge(advice = FEWER_MATCHES): Refusal {
  return new Refusal(`The result of the function is too large: ${advice}`);
}

/** Returns the size of a result in bytes, at two bytes per character. */
export function sizeOf(result: unknown): number {
  if (typeof result === "string") return ITEM_BYTES + 2 * result.length;
  if (!Array.isArray(result)) return ITEM_BYTES;
  return result.reduce((sum: number, item) => sum + sizeOf(item), ITEM_BYTES);
}

/** List that grows up to the maximum size of a result. */
export class BoundedList<Item> {
  readonly items: Item[] = [];
  #bytes = 0;

  push(item: Item): void {
    this.#bytes += sizeOf(item);
    if (this.#bytes > MAX_RESULT_BYTES) throw resultTooLarge();
    this.items.push(item);
  }
}

/** Text that grows up to the maximum size of a result. Its pieces are joined early, because each one needs memory. */
export class BoundedText {
  readonly #pieces: string[] = [];
  #joined = "";
  #length = 0;

  add(piece: string): void {
    this.#length += piece.length;
    if (2 * this.#length > MAX_RESULT_BYTES) throw resultTooLarge();
    if (piece === "") return;
    this.#pieces.push(piece);
    if (this.#pieces.length >= MAX_PIECES) this.#join();
  }

  toString(): string {
    this.#join();
    return this.#joined;
  }

  #join(): void {
    this.#joined += this.#pieces.splice(0).join("");
  }
}
