import type { SequenceFormat } from "../options/fileFormat.ts";

export interface Row {
  line: number;
  cells: string[];
}

/** Returns what a reader lost from the lines of a file. */
type LossOf = (
  lines: readonly string[],
  rows: readonly Row[],
  notes: readonly string[],
) => string | undefined;

/** Losses from records and structures, found by rules that differ from those of their readers. */
export const RECORD_LOSSES: Partial<Record<SequenceFormat, LossOf>> = {
  GENBANK: lossOfFeatures,
  PDB: lossOfAtoms,
  MMCIF: lossOfCifAtoms,
};

/** Compares how often each character occurs in the features and in the rows. */
function lossOfFeatures(lines: readonly string[], rows: readonly Row[]): string | undefined {
  let isFeature = false;
  const written: string[] = [];
  for (const line of lines) {
    if (/^[A-Z]/.test(line) || line.startsWith("//")) isFeature = line.startsWith("FEATURES");
    else if (isFeature) written.push(line);
  }
  const featureCells = rows.flatMap(({ cells }) => {
    const [, , feature, , product, location, , , , , translation, qualifiers] = cells;
    return feature === "" ? [] : [feature, product, location, translation, qualifiers];
  });
  const [expected, readSigns] = [signs(written.join("")), signs(featureCells.join(""))];
  // The names of the two qualifiers that have separate columns are not repeated.
  const names = signs(
    rows
      .filter(({ cells }) => cells[2] !== "")
      .map(({ cells }) => `${cells[4] ? "product" : ""}${cells[10] ? "translation" : ""}`)
      .join(""),
  );
  const missing = expected.length - readSigns.length - names.length;
  // `/product` or `/translation` without a value is not in any cell.
  return missing === 0 || [7, 11, 18].includes(missing) ? undefined : `${missing} signs are missing`;
}

function signs(text: string): string {
  return text.replace(/[\s/=";]+/g, "");
}

/** Counts the residues that have coordinates in the first model, and those in SEQRES. */
function lossOfAtoms(lines: readonly string[], rows: readonly Row[]): string | undefined {
  const models = lines.flatMap((line, at) => (/^MODEL {1}|^MODEL$/.test(line) ? [at] : []));
  const first = lines.slice(0, models[1] ?? lines.length);
  const residues = new Set(
    first
      .filter((line) => /^ATOM {2}/.test(line))
      .map((line) => `${line[21]?.trim()} ${line.slice(22, 27).replace(/\s+/g, "")}`),
  );
  const stated = lines
    .filter((line) => line.startsWith("SEQRES"))
    .reduce((sum, line) => sum + line.slice(19, 70).split(" ").filter(Boolean).length, 0);
  const observed = rows.reduce((sum, { cells }) => sum + (cells[6]?.length ?? 0), 0);
  const sequences = rows.reduce((sum, { cells }) => sum + (cells[5]?.length ?? 0), 0);
  if (observed < residues.size) return `${observed} of ${residues.size} residues were read`;
  return sequences < stated ? `${sequences} of ${stated} residues of SEQRES were read` : undefined;
}

const WORD = /(?:^|\n);([\s\S]*?)\n;|(?:^|\s)'(.*?)'(?=\s|$)|(?:^|\s)"(.*?)"(?=\s|$)|(?:^|\s)#.*|(\S+)/g;

/** Counts the residues of the first model in the atom table; ligands are listed as atoms that were not read. */
function lossOfCifAtoms(
  lines: readonly string[],
  rows: readonly Row[],
  notes: readonly string[],
): string | undefined {
  const words = [...lines.join("\n").matchAll(WORD)].flatMap(([all, , , , plain]) =>
    all.trimStart().startsWith("#") ? [] : [plain ?? "?"],
  );
  const first = words.findIndex((word) => /^_atom_site\./i.test(word));
  const names: string[] = [];
  for (let at = first; words[at]?.startsWith("_"); at++) names.push(words[at]?.toLowerCase() ?? "");
  if (first < 0 || words[first - 1]?.toLowerCase() !== "loop_") return undefined;
  const residues = new Set<string>();
  const at = (name: string) => names.indexOf(`_atom_site.${name}`);
  let model: string | undefined;
  for (let start = first + names.length; start + names.length <= words.length; start += names.length) {
    const row = words.slice(start, start + names.length);
    if (row.some((word) => /^(?:_|loop_$|data_|save_)/i.test(word))) break;
    const get = (name: string) => row[at(name)] ?? "";
    model ??= get("pdbx_pdb_model_num");
    if (get("pdbx_pdb_model_num") === model && get("group_pdb") === "ATOM")
      residues.add(
        `${get("auth_asym_id")} ${get("label_entity_id")} ${get("auth_seq_id")} ${get("pdbx_pdb_ins_code")}`,
      );
  }
  const observed = rows.reduce((sum, { cells }) => sum + (cells[6]?.length ?? 0), 0);
  const noted = Number(/(\d+) atoms? of ligands/.exec(notes.join("\n"))?.[1] ?? 0);
  return observed + noted >= residues.size ? undefined : `${observed} of ${residues.size} residues were read`;
}
