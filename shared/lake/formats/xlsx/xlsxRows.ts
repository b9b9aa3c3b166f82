import { readFile } from "node:fs/promises";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { findRelationships, readDateStyles, readWorkbook } from "./xlsxParts.ts";
import { isEmpty, SheetReader, type XlsxRow } from "./xlsxSheet.ts";
import { NO_STRINGS, readSharedStrings } from "./xlsxStrings.ts";
import { inflateEntry, readZipDirectory, type ZipEntry } from "./zipArchive.ts";

/** Maximum uncompressed size of each part that is read, in bytes. */
const MAX_SHEET_BYTES = 500_000_000;
const MAX_STRINGS_BYTES = 150_000_000;
const MAX_PART_BYTES = 20_000_000;
const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Yields the non-empty rows of the first sheet, each cut after its last value. Throws UnreadableXlsx. */
export async function* xlsxRows(path: string, signal?: AbortSignal): AsyncGenerator<XlsxRow> {
  const bytes = await readFile(path);
  if (bytes.length === 0) throw new UnreadableXlsx("the file is empty");
  if (bytes.subarray(0, 4).equals(OLE2)) {
    throw new UnreadableXlsx(
      "the file is encrypted or in the old XLS format; save it as XLSX without a password",
    );
  }
  const parts = new Parts(bytes, readZipDirectory(bytes), signal);
  const { sheet, reader } = await openSheet(parts);
  for await (const chunk of parts.read(sheet, MAX_SHEET_BYTES)) {
    reader.push(chunk);
    for (const row of reader.rows) {
      while (row.values.length > 0 && isEmpty(row.values.at(-1))) row.values.pop();
      if (row.values.length > 0) yield row;
    }
    reader.rows = [];
  }
  reader.end();
}

export function headerNames(values: XlsxRow["values"]): string[] {
  return values.map((value) => (value instanceof Date ? value.toISOString() : String(value ?? "")));
}

async function openSheet(parts: Parts): Promise<{ sheet: string; reader: SheetReader }> {
  const [root] = await findRelationships(parts.read("_rels/.rels"), ({ type }) => type === "officeDocument");
  if (root === undefined) throw notXlsx("it names no workbook");
  const path = root.target.replace(/^\//, "");
  const workbook = await readWorkbook(parts.read(path));
  if (workbook.sheetId === undefined) throw notXlsx("it has no sheet");
  const [folder, name] = splitPath(path);
  const seen = new Set<string>();
  const related = await findRelationships(
    parts.read(joinPath(folder, `_rels/${name}.rels`)),
    ({ type, id }) => {
      const isWanted =
        type === "worksheet" ? id === workbook.sheetId : ["sharedStrings", "styles"].includes(type);
      const isFirst = !seen.has(type);
      if (isWanted) seen.add(type);
      return isWanted && isFirst;
    },
  );
  const place = (wanted: string): string | undefined => {
    const target = related.find(({ type }) => type === wanted)?.target;
    const found = target === undefined ? undefined : joinPath(folder, target);
    return found !== undefined && parts.has(found) ? found : undefined;
  };
  const [sheet, strings, styles] = [place("worksheet"), place("sharedStrings"), place("styles")];
  if (sheet === undefined) throw notXlsx("its first sheet is missing");
  const reader = new SheetReader({
    strings:
      strings === undefined ? NO_STRINGS : await readSharedStrings(parts.read(strings, MAX_STRINGS_BYTES)),
    dateStyles: styles === undefined ? new Set() : await readDateStyles(parts.read(styles)),
    startsIn1904: workbook.startsIn1904,
  });
  return { sheet, reader };
}

/** Files of the archive by path. */
class Parts {
  private readonly bytes: Buffer;
  private readonly entries: ReadonlyMap<string, ZipEntry>;
  private readonly signal: AbortSignal | undefined;

  constructor(bytes: Buffer, entries: ReadonlyMap<string, ZipEntry>, signal?: AbortSignal) {
    this.bytes = bytes;
    this.entries = entries;
    this.signal = signal;
  }

  has(path: string): boolean {
    return this.entries.has(path);
  }

  async *read(path: string, maxBytes = MAX_PART_BYTES): AsyncGenerator<Buffer> {
    const entry = this.entries.get(path);
    if (entry === undefined) throw notXlsx(`${path.slice(0, 100)} is missing`);
    for await (const chunk of inflateEntry(this.bytes, entry, maxBytes)) {
      this.signal?.throwIfAborted();
      yield chunk;
    }
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
