import * as v from "valibot";
import { a3m } from "./formats/a3m.ts";
import { clustal } from "./formats/clustal.ts";
import { csv } from "./formats/csv.ts";
import { fasta } from "./formats/fasta.ts";
import { fastq } from "./formats/fastq.ts";
import type { FileContent, FormatDescriptor } from "./formats/formatDescriptor.ts";
import { genbank } from "./formats/genbank.ts";
import { mmcif } from "./formats/mmcif.ts";
import { ndjson } from "./formats/ndjson.ts";
import { parquet } from "./formats/parquet.ts";
import { pdb } from "./formats/pdb.ts";
import { stockholm } from "./formats/stockholm.ts";
import { tsv } from "./formats/tsv.ts";
import { xlsx } from "./formats/xlsx.ts";

/** All file formats, in the order in which documents list them. */
export const FORMATS = {
  CSV: csv,
  TSV: tsv,
  XLSX: xlsx,
  PARQUET: parquet,
  NDJSON: ndjson,
  FASTA: fasta,
  FASTQ: fastq,
  A3M: a3m,
  STOCKHOLM: stockholm,
  CLUSTAL: clustal,
  GENBANK: genbank,
  PDB: pdb,
  MMCIF: mmcif,
} as const satisfies Record<string, FormatDescriptor>;

const NAMES = Object.keys(FORMATS) as readonly (keyof typeof FORMATS)[];
export const FileFormat = v.picklist(NAMES);
export type FileFormat = v.InferOutput<typeof FileFormat>;

/** Format of a file that contains sequences rather than a table, and is read as a table with fixed columns. */
export type SequenceFormat = {
  [Name in FileFormat]: (typeof FORMATS)[Name]["content"] extends "sequences" ? Name : never;
}[FileFormat];

export function isSequenceFormat(format: string): format is SequenceFormat {
  return isFileFormat(format) && FORMATS[format].content === "sequences";
}
export const SEQUENCE_FORMATS: readonly SequenceFormat[] = NAMES.filter(isSequenceFormat);

export function isFileFormat(format: string): format is FileFormat {
  return Object.hasOwn(FORMATS, format);
}

export function descriptorOf(format: FileFormat): FormatDescriptor {
  return FORMATS[format];
}

/** Returns the formats that store rows in one of the given ways. */
export function formatsWith(contents: readonly FileContent[]): FileFormat[] {
  return NAMES.filter((name) => contents.includes(FORMATS[name].content));
}
