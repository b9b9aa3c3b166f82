import { LineSplitter } from "../sequences/lineSplitter.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { MmcifStructure } from "./mmcifStructure.ts";
import { PdbStructure } from "./pdbStructure.ts";
import type { Structure } from "./structure.ts";

/** Lines are split from pieces of this size, so that few of them are in memory at once. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads the first model of a structure in PDB or mmCIF format, which is recognized by its content. Throws UnreadableText if it is
 * neither, is damaged, has no amino acids, or exceeds a limit (MAX_ATOMS, MAX_CHAINS).
 */
export async function readStructure(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Structure> {
  const decoder = new TextDecoder();
  const splitter = new LineSplitter();
  let reader: PdbStructure | MmcifStructure | undefined;
  const take = (text: string, final: boolean): void => {
    const before = splitter.lines;
    splitter.take(text, final).forEach((line, index) => {
      reader ??= readerOf(line);
      reader?.take(line, before + index + 1);
    });
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES)
      take(decoder.decode(chunk.subarray(at, at + CHUNK_BYTES), { stream: true }), false);
  }
  take(decoder.decode(), true);
  if (!reader) throw new UnreadableText("the file is empty");
  return reader.end();
}

const PDB_RECORD =
  /^(?:HEADER|OBSLTE|TITLE |SPLIT |CAVEAT|COMPND|SOURCE|KEYWDS|EXPDTA|NUMMDL|MDLTYP|AUTHOR|REVDAT|SPRSDE|JRNL {2}|REMARK|DBREF|SEQADV|SEQRES|MODRES|HET {3}|HETNAM|HELIX |SHEET |SSBOND|LINK {2}|CISPEP|CRYST1|ORIGX|SCALE|MTRIX|MODEL |ATOM {2}|HETATM|PARENT|PFRMAT|TER)/;

/** Returns a reader for the format that a line shows; undefined for an empty line or a comment. */
function readerOf(line: string): PdbStructure | MmcifStructure | undefined {
  const text = line.replace(/^\uFEFF/, "");
  if (text.trim() === "" || text.startsWith("#")) return undefined;
  if (/^data_/i.test(text)) return new MmcifStructure();
  if (PDB_RECORD.test(text.padEnd(6))) return new PdbStructure();
  throw new UnreadableText("the file is neither in PDB nor in mmCIF format");
}
