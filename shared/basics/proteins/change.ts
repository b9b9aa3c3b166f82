/** Residue of the reference that a mutation refers to: its letter and its number. */
export interface Site {
  /** One letter; null if only the number is stated. */
  residue: string | null;
  position: number;
}

/** One change to a protein, as stated in a cell. `code` is the text of the change in the cell. */
export type Change =
  | { kind: "SUBSTITUTION"; code: string; site: Site; to: string }
  | { kind: "DELETION"; code: string; start: Site; end: Site }
  | { kind: "DUPLICATION"; code: string; start: Site; end: Site }
  | { kind: "REPLACEMENT"; code: string; start: Site; end: Site; residues: string }
  | { kind: "INSERTION"; code: string; start: Site; end: Site; residues: string }
  | { kind: "STOP" | "FRAMESHIFT" | "EXTENSION"; code: string; start: Site; end: Site };

/** Kinds of changes that do not result in a protein with a known sequence. */
export type Truncation = "STOP" | "FRAMESHIFT" | "EXTENSION" | "ABSENT";
