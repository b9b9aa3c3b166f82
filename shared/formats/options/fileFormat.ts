import * as v from "valibot";
import { SEQUENCE_FORMATS } from "./sequenceFormat.ts";

export const FileFormat = v.picklist(["CSV", "TSV", "XLSX", "PARQUET", "NDJSON", ...SEQUENCE_FORMATS]);
export type FileFormat = v.InferOutput<typeof FileFormat>;

/**
 * Assumed size of a file's content as text, as a multiple of the file size; the text contains aligned sequences both with and
 * without gaps.
 */
export const EXPANSION: Record<FileFormat, number> = {
  CSV: 1,
  TSV: 1,
  NDJSON: 1,
  XLSX: 16,
  PARQUET: 16,
  FASTA: 2,
  FASTQ: 1,
  A3M: 2,
  STOCKHOLM: 2,
  CLUSTAL: 2,
  GENBANK: 4,
  PDB: 2,
  MMCIF: 2,
};
