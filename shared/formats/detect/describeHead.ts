import { type ContentKind, detectContent } from "./detectContent.ts";
import { type DetectedEncoding, detectEncoding, withoutCutCharacter } from "./detectEncoding.ts";
import { type Delimiter, detectLayout, detectPlate, type TextLayout } from "./detectLayout.ts";
import type { PlateGrid } from "./plateGrid.ts";
import { decodeText } from "./textDecoding.ts";

/** Kind, encoding and delimiter of a file, judging by its first bytes. */
export interface HeadDescription {
  content: ContentKind;
  /** Encoding of a text file; undefined for other content. */
  encoding: DetectedEncoding | undefined;
  /** Cell layout of a text file; undefined for other content, and for text without a complete line. */
  layout: TextLayout | undefined;
  /** Plate that a text file contains instead of a table. */
  plate: (PlateGrid & { delimiter: Delimiter }) | undefined;
}

/**
 * Detects the file type and the cell layout from the first bytes of a file. `isWhole` means that these are all of the file's
 * bytes, and `names` are the expected column names, if any. A compressed file must be decompressed first.
 */
export function describeHead(head: Buffer, isWhole: boolean, names: readonly string[] = []): HeadDescription {
  const content = detectContent(head);
  if (content !== "TEXT" && content !== "JSON_ARRAY" && content !== "JSON_LINES")
    return { content, encoding: undefined, layout: undefined, plate: undefined };
  const encoding = detectEncoding(head);
  const text = utf8Head(head, encoding, isWhole);
  if (text === undefined) return { content, encoding, layout: undefined, plate: undefined };
  return { content, encoding, layout: detectLayout(text, isWhole, names), plate: detectPlate(text, isWhole) };
}

/** Returns the first bytes of a text file as UTF-8; undefined for an encoding that cannot be read. */
export function utf8Head(head: Buffer, encoding: DetectedEncoding, isWhole: boolean): Buffer | undefined {
  if (encoding === "UTF-32") return undefined;
  if (encoding === "UTF-8") return isWhole ? head : withoutCutCharacter(head);
  return decodeText(head, encoding);
}
