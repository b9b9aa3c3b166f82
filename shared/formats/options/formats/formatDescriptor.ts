/**
 * How a file stores its rows: as cells of text, as one JSON object on each line, as records of sequences, as sheets of a
 * workbook, or as typed columns. Readers, checks and options are looked up by it.
 */
export type FileContent = "cells" | "lines" | "sequences" | "workbook" | "columns";

/** Everything that distinguishes a file format, apart from the code that reads its content. Data only. */
export interface FormatDescriptor {
  content: FileContent;
  /** Endings of file names. */
  extensions: readonly string[];
  /** Noun phrase for sentences about files of another format. */
  noun: string;
  /** Default delimiter of cells. */
  delimiter?: string;
  /** Columns that all files of sequences have. */
  columns?: readonly string[];
  /**
   * Assumed size of a file's content as text, as a multiple of the file size. The text contains aligned sequences both with and
   * without gaps.
   */
  expansion: number;
  /** True if compressing the file saves nothing. */
  isCompressed?: true;
}
