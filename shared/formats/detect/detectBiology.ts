/** Text formats that contain sequences, alignments or structures instead of tables. */
export type BiologyKind = "FASTA" | "A3M" | "FASTQ" | "GENBANK" | "STOCKHOLM" | "CLUSTAL" | "PDB" | "MMCIF";

/** Number of lines used to detect a format. */
const MAX_LINES = 40;
/** Residues or bases, with gaps and stops, and with a sign between chains. */
const SEQUENCE = /^[A-Za-z.*~-]+(?:(?:\s+|[/:])[A-Za-z.*~-]+)*[/:]?\s*$/;
/** Insertions, and the gaps below them in A2M. */
const INSERTION = /[a-z.]/g;
const PIR_TITLE = /^>(?:P1|F1|DL|DC|RL|RC|N3|N1|XX);/;
/** First line of some A3M files: the one written by HH-suite, or chain lengths and copies as written by ColabFold. */
const A3M_COMMENT = /^#(?:A3M#|\d[\d,]*\t\d[\d,]*\s*$)/;
const PDB_RECORD =
  /^(?:HEADER|OBSLTE|TITLE|SPLIT|CAVEAT|COMPND|SOURCE|KEYWDS|EXPDTA|NUMMDL|MDLTYP|AUTHOR|REVDAT|SPRSDE|JRNL|REMARK|DBREF|SEQADV|SEQRES|MODRES|HET|HETNAM|HETSYN|FORMUL|HELIX|SHEET|SSBOND|LINK|CISPEP|SITE|CRYST1|ORIGX[1-3]|SCALE[1-3]|MTRIX[1-3]|MODEL|ATOM|HETATM|ANISOU|TER|ENDMDL|CONECT|MASTER|END)(?:\s|\d|$)/;
const PDB_START =
  /^(?:(?:HEADER|TITLE|COMPND|EXPDTA|MODEL) {4,}\S|REMARK +\d|CRYST1 +\d|(?:ATOM {2}|HETATM) *\d+ +\S+ +\S+ )/;

/**
 * Detects a format from the first characters of a text file; undefined if no format is recognized. `isCut` is true if the file
 * continues.
 */
export function detectBiology(start: string, isCut: boolean): BiologyKind | undefined {
  const lines = start.split(/\r\n|\r|\n/).slice(0, MAX_LINES);
  const [first = "", second = ""] = lines;
  if (/^# STOCKHOLM 1\.\d/.test(first)) return "STOCKHOLM";
  if (/^LOCUS {2,}\S+ .*(?:\bbp\b|\baa\b|\brc\b)/.test(first)) return "GENBANK";
  if (/^ID {3}\S/.test(first) && /^(?:XX|AC {3}|DT {3}|DE {3})/.test(second)) return "GENBANK";
  if (/^data_\S*\s*$/.test(first) && lines.slice(1).some((line) => /^(?:_\w+\.\w|loop_)/.test(line)))
    return "MMCIF";
  if (isClustal(lines)) return "CLUSTAL";
  if (isPdb(isCut ? lines.slice(0, -1) : lines)) return "PDB";
  if (isFastq(lines, isCut)) return "FASTQ";
  return fastaKind(lines);
}

function isClustal([first = "", ...lines]: readonly string[]): boolean {
  if (!/^(?:CLUSTAL|MUSCLE|PROBCONS)(?:[\s(]|$)/.test(first) || first.includes(",")) return false;
  const next = lines.find((line) => line.trim() !== "");
  return lines[0]?.trim() === "" && next !== undefined && /^\S+\s+[A-Za-z.*-]+(?:\s+\d+)?\s*$/.test(next);
}

function isPdb(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== "");
  return PDB_START.test(filled[0] ?? "") && filled.every((line) => PDB_RECORD.test(line));
}

function isFastq(lines: readonly string[], isCut: boolean): boolean {
  const [name = "", bases = "", plus, qualities = ""] = lines;
  if (!/^@\S/.test(name)) return false;
  // Some sequencing methods produce reads longer than the sample.
  if (plus === undefined) return isCut && /^[ACGTUN]+$/i.test(bases);
  return isWrappedRead(lines) || (isRead(bases, plus) && qualities.length <= bases.length);
}

function isRead(bases: string, plus: string): boolean {
  return /^[A-Za-z.*-]+$/.test(bases) && /^\+[^\t,;]*$/.test(plus);
}

/** Detects a read with its bases and qualities on several lines each, and with as many qualities as bases. */
function isWrappedRead(lines: readonly string[]): boolean {
  const plus = lines.findIndex((line, index) => index > 1 && line.startsWith("+"));
  if (plus < 3) return false;
  const bases = lines.slice(1, plus).join("");
  const qualities = lines.slice(plus + 1, 2 * plus);
  return isRead(bases, lines[plus] ?? "") && qualities.join("").length === bases.length;
}

/** Detects names after `>` with sequences below them; A3M has insertions in lower case. */
function fastaKind(lines: readonly string[]): "FASTA" | "A3M" | undefined {
  const hasComment = A3M_COMMENT.test(lines[0] ?? "");
  const filled = lines
    .slice(hasComment ? 1 : 0)
    .filter((line) => line.trim() !== "" && !line.startsWith(";"));
  const [first = ""] = filled;
  if (!first.startsWith(">")) return undefined;
  if (PIR_TITLE.test(first)) return "FASTA";
  const sequences = readSequences(filled);
  const [firstSequence = ""] = sequences;
  if (!SEQUENCE.test(firstSequence) && !areSequences(filled)) return undefined;
  return isA3m(sequences, hasComment) ? "A3M" : "FASTA";
}

/** Tells whether there are several names, and most other lines are sequences: a line may contain a typo. */
function areSequences(lines: readonly string[]): boolean {
  const others = lines.filter((line) => !line.startsWith(">"));
  const sequenceCount = others.filter((line) => SEQUENCE.test(line)).length;
  return lines.length - others.length > 1 && sequenceCount > 0 && 2 * sequenceCount >= others.length;
}

/** Joins the lines below each name. The last sequence may be incomplete. */
function readSequences(lines: readonly string[]): string[] {
  const sequences: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line.trimStart().startsWith(">")) isOpen = false;
    else if (isOpen) sequences.push(`${sequences.pop()}${line}`);
    else {
      sequences.push(line);
      isOpen = true;
    }
  }
  return sequences;
}

/**
 * Tells whether sequences with insertions form an alignment. Without a comment, at least one must have a gap: sequences of
 * equal length may have tags or primers in lower case.
 */
function isA3m(sequences: readonly string[], hasComment: boolean): boolean {
  const complete = sequences.length > 2 ? sequences.slice(0, -1) : sequences;
  const lengths = new Set(complete.map((text) => text.replace(INSERTION, "").length));
  return (
    complete.length > 1 &&
    lengths.size === 1 &&
    complete.some((text) => /[A-Z]/.test(text) && /[a-z]/.test(text)) &&
    (hasComment || sequences.some((text) => /[-.]/.test(text)))
  );
}
