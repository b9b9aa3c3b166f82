import { crc32 } from "node:zlib";

const CHECKSUM_DIGITS = 8;
const SPACE = 0x20;
const TAB = 0x09;

/** Names a record: all of it that is kept in memory. */
export interface RecordName<H> {
  key: string;
  head: H;
}

/**
 * Writes one line: checksum, name as JSON, tab, body as JSON. JSON holds neither raw tabs nor line feeds, so the name is
 * read without the body, and a line of another file or a torn one is told by its checksum.
 */
export function encodeRecord<H>(name: RecordName<H>, body: unknown): Buffer {
  const text = `${JSON.stringify(name)}\t${JSON.stringify(body ?? null)}`;
  const checksum = crc32(text).toString(16).padStart(CHECKSUM_DIGITS, "0");
  return Buffer.from(`${checksum} ${text}\n`);
}

/** Reads the name of a line without its line feed; undefined if the line is not whole. */
export function decodeName<H>(line: Buffer): RecordName<H> | undefined {
  const start = CHECKSUM_DIGITS + 1;
  const tab = line.indexOf(TAB, start);
  if (tab < 0 || line[CHECKSUM_DIGITS] !== SPACE) return undefined;
  const checksum = line.toString("latin1", 0, CHECKSUM_DIGITS);
  if (!/^[0-9a-f]{8}$/.test(checksum)) return undefined;
  if (Number.parseInt(checksum, 16) !== crc32(line.subarray(start))) return undefined;
  return JSON.parse(line.toString("utf8", start, tab)) as RecordName<H>;
}

export function decodeBody(line: Buffer): unknown {
  return JSON.parse(line.toString("utf8", line.indexOf(TAB) + 1));
}
