import { type ColumnType, isNumber, type SequenceKind } from "@pdp/basics/columns";
import {
  type Change,
  isDeletion,
  isMissingMutation,
  isWildType,
  isWithoutProtein,
  readMutations,
  residueLetter,
  type Site,
  sitesOfChanges,
} from "@pdp/basics/proteins";
import { headerText, isCombination, isResidue, type MutationColumns } from "@pdp/formats/proteins";

/** File column with its cells, and the proposal for the column. */
export interface SeenColumn {
  proposed: { name: string; source_name: string; type: ColumnType | null; kind: SequenceKind | null };
  cells: readonly (string | null)[];
}

/** File columns that contain mutations, and the reference sites that they state. */
export interface FoundMutations {
  mutations: MutationColumns;
  /** User-facing name of the column. */
  shown: string;
  sites: Site[];
}

/** Maximum number of rows to read. */
const MAX_ROWS = 5_000;
/** Minimum share of mutations among the non-empty cells. */
const CODE_SHARE = 0.5;
const MAX_POSITION_COLUMNS = 20;
const MIN_RESIDUE_COLUMNS = 10;
const MIN_SITE_COLUMNS = 3;
const MIN_COMBINED = 2;
const MAX_COMBINED = 60;
/** Minimum number of different combinations that distinguishes a column of combinations from other short strings. */
const MIN_COMBINATIONS = 10;
const COMBINATION = /^[ACDEFGHIKLMNPQRSTVWYX*]+$/;
const POSITION_NAME = /pos|site|residue/i;
const MUTANT_NAME = /mut|alt|new|subst|(?:^|_)to(?:_|$)/i;
const CHAIN_NAME = /chain|subunit/i;
/** Minimum share of cells that look like mutations but cannot be read. */
const ALIKE_SHARE = 0.8;
/** Codes with a chain or without a wild type, and DNA changes. */
const ALIKE =
  /^(?:[A-Za-z]{0,4}[ _-]?\d{1,5}[ _-]?[A-Za-z*=]{1,4}|(?:[A-Za-z][\w.-]{0,60}:)?[cgnmr]\.[[\d*(-].{0,200})$/;
const SITE = /^([A-Za-z]{1,3})?(-?\d{1,6})$/;

/**
 * Finds the columns that contain mutations, judging by their content: codes, a matrix of positions and residues, or columns of
 * positions and residues. The most likely comes first.
 */
export function findMutations(columns: readonly SeenColumn[]): FoundMutations[] {
  const looked = columns.map(({ proposed, cells }) => ({ proposed, cells: cells.slice(0, MAX_ROWS) }));
  const matrix = matrixIn(looked);
  return [...codesIn(looked), ...(matrix ? [matrix] : []), ...partsIn(looked)];
}

/** Finds the column with cells that combine one residue for each position. */
export function findCombinations(
  columns: readonly SeenColumn[],
  positions: readonly number[] | null,
): { column: string; residues: number } | undefined {
  for (const { proposed, cells } of columns) {
    if (proposed.type !== "STRING" || (proposed.kind ?? "NONE") !== "NONE") continue;
    const looked = cells
      .slice(0, MAX_ROWS)
      .filter(
        (cell): cell is string =>
          cell !== null && (!isWildType(cell) || isCombination(cell.trim(), positions?.length ?? 0)),
      );
    const residues = positions?.length ?? looked[0]?.trim().length ?? 0;
    if (residues < MIN_COMBINED || residues > MAX_COMBINED) continue;
    const isOne = looked.every((cell) => cell.trim().length === residues && COMBINATION.test(cell.trim()));
    if (isOne && new Set(looked).size >= Math.min(MIN_COMBINATIONS, positions ? 1 : MIN_COMBINATIONS))
      return { column: proposed.name, residues };
  }
  return undefined;
}

/** Finds a column with cells that look like mutations but cannot be read; returns its name, one cell, and the reason. */
export function findUnreadable(
  columns: readonly SeenColumn[],
): { column: string; cell: string; reason: string } | undefined {
  for (const { proposed, cells } of columns) {
    if (proposed.type !== "STRING" || (proposed.kind ?? "NONE") !== "NONE") continue;
    const filled = cells
      .slice(0, MAX_ROWS)
      .filter((cell): cell is string => cell !== null && !isMissingMutation(cell) && !isWildType(cell));
    const alike = filled.filter((cell) => ALIKE.test(cell.trim()));
    if (new Set(alike).size < MIN_RESIDUE_COLUMNS || alike.length < ALIKE_SHARE * filled.length) continue;
    const [cell = ""] = alike;
    const read = readMutations(cell);
    if ("reason" in read) return { column: proposed.name, cell: cell.trim(), reason: read.reason };
  }
  return undefined;
}

function codesIn(columns: readonly SeenColumn[]): FoundMutations[] {
  const codes = columns.flatMap(({ proposed, cells }) => {
    if (proposed.type !== "STRING" || (proposed.kind ?? "NONE") !== "NONE") return [];
    const filled = cells.filter(
      (cell): cell is string => cell !== null && !isMissingMutation(cell) && !isWithoutProtein(cell),
    );
    const changes: (readonly Change[])[] = [];
    let readable = 0;
    for (const cell of filled) {
      const read = readMutations(cell);
      if (!("changes" in read)) continue;
      readable++;
      if (read.changes.length > 0) changes.push(read.changes);
    }
    if (changes.length === 0 || readable < CODE_SHARE * filled.length) return [];
    const sites = sitesOfChanges(changes);
    return [{ mutations: proposed.name, shown: proposed.name, sites, readable }];
  });
  return codes.sort((a, b) => b.readable - a.readable);
}

function matrixIn(columns: readonly SeenColumn[]): FoundMutations | undefined {
  const numeric = columns.filter(({ proposed }) => isNumber(proposed.type));
  const residues = numeric.filter(({ proposed }) => isResidue(headerText(proposed)));
  const named = (column: SeenColumn, sites: Site[]): FoundMutations => {
    const usedNames = columns.map(({ proposed }) => proposed.name.toLowerCase());
    const value =
      ["value", "score", "measured_value"].find((name) => !usedNames.includes(name)) ?? "matrix_value";
    return { mutations: { matrix: column.proposed.name, value }, shown: column.proposed.name, sites };
  };
  if (residues.length >= MIN_RESIDUE_COLUMNS) {
    const [positions] = columns
      .filter((column) => !residues.includes(column) && allCells(column, (cell) => SITE.test(cell)))
      .toSorted((a, b) => positionRank(a) - positionRank(b));
    return positions && named(positions, sitesOf(positions.cells));
  }
  const letters = columns.find(
    (column) => allCells(column, isResidue) && distinct(column) >= MIN_RESIDUE_COLUMNS,
  );
  const sites = numeric.filter(({ proposed }) => SITE.test(headerText(proposed)));
  if (letters === undefined || sites.length < MIN_SITE_COLUMNS) return undefined;
  return named(letters, sitesOf(sites.map(({ proposed }) => headerText(proposed))));
}

/**
 * Ranks how likely a column of sites is to contain the positions of a matrix, in which each row has a different position.
 * Lower means more likely.
 */
function positionRank(column: SeenColumn): number {
  const { cells, proposed } = column;
  const hasRepeats = new Set(cells).size < cells.length;
  const hasLetters = cells.some((cell) => /^[A-Za-z]/.test(cell?.trim() ?? ""));
  return (hasRepeats ? 4 : 0) + (hasLetters ? 0 : 2) + (POSITION_NAME.test(proposed.name) ? 0 : 1);
}

function sitesOf(cells: readonly (string | null)[]): Site[] {
  return cells.flatMap((cell) => {
    const [, letters, position] = SITE.exec(cell ?? "") ?? [];
    const residue = letters === undefined ? undefined : residueLetter(letters);
    return residue === undefined ? [] : [{ residue, position: Number(position) }];
  });
}

/** Finds an integer column next to columns of residues; each of these may be the wild type. */
function partsIn(columns: readonly SeenColumn[]): FoundMutations[] {
  const letters = columns.filter(
    (column) =>
      column.proposed.type === "STRING" && allCells(column, (cell) => isResidue(cell) || isDeletion(cell)),
  );
  if (letters.length === 0 || letters.length > 3) return [];
  const positions = columns
    .filter(({ proposed }) => proposed.type === "INT64")
    .slice(0, MAX_POSITION_COLUMNS);
  const byName = positions.toSorted(
    (a, b) => Number(POSITION_NAME.test(b.proposed.name)) - Number(POSITION_NAME.test(a.proposed.name)),
  );
  return byName.flatMap((position): FoundMutations[] => {
    const name = position.proposed.name;
    const [only] = letters;
    if (letters.length === 1 && only) {
      if (!POSITION_NAME.test(name) || CHAIN_NAME.test(only.proposed.name)) return [];
      return [
        {
          mutations: { position: name, wild_type: null, mutant: only.proposed.name },
          shown: name,
          sites: [],
        },
      ];
    }
    return letters.flatMap((wildType) =>
      byLikelihood(letters, MUTANT_NAME).flatMap((mutant) => {
        // A value that is the same in all rows, such as a chain, is not a new residue.
        if (wildType === mutant || isConstant(mutant) || !allCells(wildType, isResidue)) return [];
        const names = { position: name, wild_type: wildType.proposed.name, mutant: mutant.proposed.name };
        const shown = [names.position, names.wild_type, names.mutant].join(", ");
        return [{ mutations: names, shown, sites: pairedSites(position, wildType) }];
      }),
    );
  });
}

/**
 * Tells whether a column of new residues repeats the reference at its positions, so that every sequence would be the reference.
 */
export function repeatsReference(
  { mutations }: FoundMutations,
  columns: readonly SeenColumn[],
  residueAt: (position: number) => string | undefined,
): boolean {
  if (typeof mutations === "string" || !("mutant" in mutations)) return false;
  const cellsOf = (name: string) => columns.find(({ proposed }) => proposed.name === name)?.cells ?? [];
  const positions = cellsOf(mutations.position);
  const residues = cellsOf(mutations.mutant).slice(0, MAX_ROWS);
  const changed = residues.some(
    (cell, row) => cell !== null && residueLetter(cell) !== residueAt(Number(positions[row])),
  );
  return residues.some((cell) => cell !== null) && !changed;
}

/** Moves columns with a given word in their name to the front, and columns of protein chains to the end. */
function byLikelihood(columns: readonly SeenColumn[], word: RegExp): SeenColumn[] {
  const rank = ({ proposed: { name } }: SeenColumn) => (CHAIN_NAME.test(name) ? 2 : word.test(name) ? 0 : 1);
  return columns.toSorted((a, b) => rank(a) - rank(b));
}

function isConstant({ cells }: SeenColumn): boolean {
  const filled = cells.filter((cell) => cell !== null);
  return filled.length > 1 && new Set(filled).size === 1;
}

function pairedSites(position: SeenColumn, wildType: SeenColumn): Site[] {
  const changes = position.cells.map((cell, row): Change[] => {
    const residue = residueLetter(wildType.cells[row] ?? "");
    if (cell === null || residue === undefined) return [];
    return [{ kind: "SUBSTITUTION", code: "", site: { residue, position: Number(cell) }, to: residue }];
  });
  return sitesOfChanges(changes);
}

function allCells({ cells }: SeenColumn, holds: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell): cell is string => cell !== null);
  return filled.length > 0 && filled.every((cell) => holds(cell.trim()));
}

function distinct({ cells }: SeenColumn): number {
  return new Set(cells).size;
}
