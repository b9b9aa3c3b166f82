import { inflateEntry, MAX_ZIP_FILES, readZipDirectory, type ZipEntry } from "../zip/readZip.ts";
import { UnreadableZip, type ZipFault } from "../zip/unreadableZip.ts";
import type { SheetPart } from "./chooseSheet.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { findRelationships, readWorkbook, type Workbook } from "./xlsxParts.ts";
import { XmlReader } from "./xmlReader.ts";

/** Maximum uncompressed size of a workbook part other than its sheets and strings, in bytes. */
const MAX_PART_BYTES = 20_000_000;
/** Maximum number of bytes to read from a workbook's sheets when searching for their first cells. */
const MAX_SEARCHED_BYTES = 20_000_000;
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Workbook parts by purpose. */
export interface WorkbookPlan extends Pick<Workbook, "startsIn1904" | "isToBeCalculated"> {
  sheets: SheetPart[];
  /** Path of the shared strings. */
  strings: string | undefined;
  /** Path of the cell styles. */
  styles: string | undefined;
}

/** Files of an XLSX archive by path. */
export class WorkbookParts {
  private readonly bytes: Buffer;
  private readonly entries: ReadonlyMap<string, ZipEntry>;
  private readonly signal: AbortSignal | undefined;

  /** Throws UnreadableXlsx if `bytes` are not an archive. */
  constructor(bytes: Buffer, signal?: AbortSignal) {
    if (bytes.length === 0) throw new UnreadableXlsx("the file is empty");
    if (bytes.subarray(0, 4).equals(OLE2)) {
      throw new UnreadableXlsx(
        "the file is encrypted or in the legacy XLS format; save it as XLSX without a password",
      );
    }
    this.bytes = bytes;
    this.entries = entriesOf(bytes);
    this.signal = signal;
  }

  async *read(path: string, maxBytes = MAX_PART_BYTES): AsyncGenerator<Buffer> {
    const entry = this.entries.get(path);
    if (entry === undefined) throw notXlsx(`${path.slice(0, 100)} is missing`);
    try {
      for await (const chunk of inflateEntry(this.bytes, entry, maxBytes)) {
        this.signal?.throwIfAborted();
        yield chunk;
      }
    } catch (error) {
      if (!(error instanceof UnreadableZip)) throw error;
      throw error.fault === "TOO_LARGE" ? partTooLarge(path, maxBytes) : unreadable(error.fault);
    }
  }

  /** Returns the uncompressed size of a part, in bytes. */
  sizeOf(path: string): number {
    return this.entries.get(path)?.inflated ?? 0;
  }

  /** Reads the list of the workbook's parts. */
  async plan(): Promise<WorkbookPlan> {
    const [root] = await findRelationships(this.read("_rels/.rels"), ({ type }) => type === "officeDocument");
    if (root === undefined) throw notXlsx("it does not refer to a workbook");
    const path = root.target.replace(/^\//, "");
    const workbook = await readWorkbook(this.read(path));
    const ids = new Set(workbook.sheets.map(({ relationshipId }) => relationshipId));
    const [folder, name] = splitPath(path);
    const targets = new Map<string, string>();
    await findRelationships(this.read(joinPath(folder, `_rels/${name}.rels`)), ({ type, id, target }) => {
      const key = type === "worksheet" ? `${type} ${id}` : type;
      const isWanted = type === "worksheet" ? ids.has(id) : ["sharedStrings", "styles"].includes(type);
      if (isWanted && !targets.has(key)) targets.set(key, joinPath(folder, target));
      return false;
    });
    const existingPath = (key: string): string | undefined => {
      const path = targets.get(key);
      return path !== undefined && this.entries.has(path) ? path : undefined;
    };
    const sheets = workbook.sheets.map(({ name: sheet, isHidden, relationshipId }) => {
      return { name: sheet, isHidden, path: existingPath(`worksheet ${relationshipId}`) };
    });
    if (sheets.length === 0) throw notXlsx("it has no sheets");
    if (sheets.every((sheet) => sheet.path === undefined)) throw notXlsx("its sheets are missing");
    const { startsIn1904, isToBeCalculated } = workbook;
    return {
      sheets,
      strings: existingPath("sharedStrings"),
      styles: existingPath("styles"),
      startsIn1904,
      isToBeCalculated,
    };
  }

  /**
   * Returns a function that tells whether a sheet contains any cell with content. It stops reading at the first cell with
   * content, and assumes that there is one if it has read too much.
   */
  cellFinder(): (path: string) => Promise<boolean> {
    let left = MAX_SEARCHED_BYTES;
    return async (path) => {
      let isFound = false;
      const reader = new XmlReader({
        open: (name) => {
          if (name === "v" || name === "is" || name === "f") isFound = true;
        },
        close: () => undefined,
        text: () => undefined,
      });
      for await (const chunk of this.read(path, Number.POSITIVE_INFINITY)) {
        left -= chunk.length;
        reader.push(chunk);
        if (isFound || left < 0) return true;
      }
      return false;
    };
  }
}

function splitPath(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

/** Resolves the path of a part relative to a folder. */
function joinPath(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const names = folder.split("/").filter((name) => name !== "");
  for (const name of target.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "." && name !== "") names.push(name);
  }
  return names.join("/");
}

function notXlsx(reason: string): UnreadableXlsx {
  return new UnreadableXlsx(`the file cannot be read as XLSX: ${reason}`);
}

function entriesOf(bytes: Buffer): Map<string, ZipEntry> {
  try {
    return readZipDirectory(bytes);
  } catch (error) {
    throw error instanceof UnreadableZip ? unreadable(error.fault) : error;
  }
}

function unreadable(fault: ZipFault): UnreadableXlsx {
  if (fault === "TOO_MANY_FILES") {
    const maximum = MAX_ZIP_FILES.toLocaleString("en-US");
    return new UnreadableXlsx(`there are more than ${maximum} parts inside the file; load the data as CSV`);
  }
  if (fault === "ENCRYPTED") {
    return new UnreadableXlsx("the file uses compression or encryption that XLSX does not support");
  }
  return new UnreadableXlsx("the file is damaged: it is not a complete ZIP archive, as required for XLSX");
}

function partTooLarge(path: string, maxBytes: number): UnreadableXlsx {
  const megabytes = Math.floor(maxBytes / 1_000_000).toLocaleString("en-US");
  const limit = `it decompresses to more than ${megabytes} MB; load the data as CSV`;
  return new UnreadableXlsx(`${path} inside the file is too large: ${limit}`);
}
