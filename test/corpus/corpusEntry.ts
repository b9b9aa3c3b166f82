type Value = string | number | boolean | null;

/** Expected value of one cell. */
export interface CellCheck {
  row: number;
  column: string | number;
  value: Value;
}

/** Expected value of one well. */
export interface WellCheck {
  read?: string | null;
  well: string;
  time_index?: number;
  value: Value;
}

export interface SequenceCheck {
  name: string | null;
  sequence_length: number | number[];
  sequence_start: string;
  start_from?: number;
}

/** Expected result of loading a file with the config that its preview proposes. */
export type Expectation =
  | {
      outcome: "table";
      rows: number;
      header_row: number | number[] | null;
      columns: { name: string; empty?: boolean }[];
      checks: CellCheck[];
    }
  | {
      outcome: "wells";
      plates: number;
      reads: string[];
      other_reads?: boolean;
      value_in_well?: boolean;
      values: number | null;
      checks: WellCheck[];
    }
  | { outcome: "sequences"; rows: number | number[]; kind: string | null; checks: SequenceCheck[] }
  | { outcome: "refuse"; words: string };

/** File of a corpus with its expectations. */
export interface CorpusEntry {
  file: string;
  expect: Expectation & { or?: Expectation[] };
  /** Words in a refusal that also tells the user what to do. */
  told_if?: string;
}
