import { MAX_ROW_BYTES } from "../source.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { decodeEntities } from "./xmlReader.ts";

/**
 * Collects the text of a cell or a shared string: the text of its `t`, or of the `t` in each of its runs (`r`). Phonetic
 * readings (`rPh`) are skipped.
 */
export class XlsxText {
  private piece = "";
  private runs = "";
  private plain = "";
  private hasRuns = false;
  private inRun = false;
  private inPhonetic = false;
  private inText = false;

  reset(): void {
    this.piece = "";
    this.runs = "";
    this.plain = "";
    this.hasRuns = false;
    this.inRun = false;
    this.inPhonetic = false;
    this.inText = false;
  }

  open(name: string): void {
    if (name === "rPh") this.inPhonetic = true;
    else if (name === "r") {
      this.inRun = true;
      this.hasRuns = true;
    } else if (name === "t") {
      this.inText = !this.inPhonetic;
      this.piece = "";
    }
  }

  text(piece: string): void {
    if (this.inText) this.piece = appendText(this.piece, piece);
  }

  close(name: string): void {
    if (name === "rPh") this.inPhonetic = false;
    else if (name === "r") this.inRun = false;
    else if (name === "t" && this.inText) {
      this.inText = false;
      const text = decodeText(this.piece);
      if (this.inRun) this.runs = appendText(this.runs, text);
      else this.plain = text;
    }
  }

  get value(): string {
    return this.hasRuns ? this.runs : this.plain;
  }
}

/** Decodes XML entities, and `_x000D_` escape sequences for characters that XML does not allow. */
export function decodeText(raw: string): string {
  const text = decodeEntities(raw);
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Appends a piece to a string. Throws UnreadableXlsx if it exceeds the maximum row size. */
export function appendText(text: string, piece: string): string {
  if (text.length + piece.length > MAX_ROW_BYTES) {
    const maximum = MAX_ROW_BYTES.toLocaleString("en-US");
    throw new UnreadableXlsx(`a cell has more than ${maximum} characters; load the data as Parquet`);
  }
  return text + piece;
}
