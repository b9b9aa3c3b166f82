import { open } from "node:fs/promises";
import type { MissingWords } from "../cellRules.ts";
import { CLOSE_BRACE, isEmptyJson, JsonScanner, QUOTE } from "./jsonScanner.ts";
import type { OpenedText } from "./openedText.ts";

const LF = 0x0a;
const NULL = Buffer.from("null");

/**
 * Rewrites a validated text file without a byte order mark, empty rows and skipped rows, and with `null` in place of words for
 * missing values. `missing` contains the words for each key.
 */
export async function writePlainNdjson(
  text: OpenedText,
  missing: ReadonlyMap<string, MissingWords>,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  await using file = await open(path, "wx");
  const rewriter = new LineRewriter(missing);
  let pieces: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  let line = 0;
  for await (const { chunk, final } of text.chunks(signal)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0;
    isFirst = false;
    for (;;) {
      const lineEnd = bytes.indexOf(LF, start);
      const end = lineEnd < 0 && final ? bytes.length : lineEnd;
      if (end < start) break;
      line++;
      if (!text.source.skipped?.has(line)) pieces.push(...rewriter.rewrite(bytes, start, end));
      start = end + 1;
    }
    rest = Buffer.from(bytes.subarray(Math.min(start, bytes.length)));
    await file.write(Buffer.concat(pieces));
    pieces = [];
  }
}

class LineRewriter {
  private readonly missing: ReadonlyMap<string, MissingWords>;
  private readonly scanner = new JsonScanner();

  constructor(missing: ReadonlyMap<string, MissingWords>) {
    this.missing = missing;
  }

  /** Returns the bytes of a line including its line break; empty if its object contains no values. */
  rewrite(bytes: Buffer, start: number, end: number): Buffer[] {
    const { scanner, missing } = this;
    scanner.reset(bytes, start, end);
    if (scanner.next() === undefined) return [];
    const pieces: Buffer[] = [];
    let [copied, hasValue] = [start, false];
    scanner.items(CLOSE_BRACE, () => {
      const key = scanner.key();
      const isText = scanner.next() === QUOTE;
      const value = scanner.position;
      scanner.skip();
      hasValue ||= !isEmptyJson(bytes, value, scanner.position);
      const words = typeof key === "string" ? missing.get(key) : undefined;
      if (words?.has(isText ? scanner.decoded(value) : scanner.since(value))) {
        pieces.push(bytes.subarray(copied, value), NULL);
        copied = scanner.position;
      }
      return undefined;
    });
    return hasValue ? [...pieces, bytes.subarray(copied, end), Buffer.from("\n")] : [];
  }
}
