import { elementSymbol, type Structure, type StructureResidue } from "@pdp/formats/proteins";
import { residueKey } from "./locateResidues.ts";

/** What the library draws: backbones and ligands in PDB format, with its own chains and numbers. */
export interface DrawnFile {
  text: string;
  /** Key of the residue at each chain and number of the text. */
  keys: ReadonlyMap<string, string>;
}

type Point = readonly [number, number, number];

const BACKBONE = ["N", "CA", "C", "O"];
/** Letters of chains: the format has one for each, and a structure may have more chains than there are ASCII letters. */
const FIRST_CHAIN = 0x100;
/** Largest number in the format's four columns. */
const MAX_NUMBER = 9_999;
/** Distance between C and the next N beyond which a chain is interrupted, in angstrom. */
const MAX_BOND = 2.5;

/** Returns the key of a residue in the text. */
export function drawnKey(chain: string, number: number): string {
  return `${chain}${number}`;
}

/**
 * Writes a structure for the library that draws it, whatever the format of its file: names of chains, numbers with insertion codes and
 * further models cannot be mistaken. Residues with an incomplete backbone are not drawn.
 */
export function drawnFile({ residues, others }: Pick<Structure, "residues" | "others">): DrawnFile {
  const lines: string[] = [];
  const keys = new Map<string, string>();
  const center = centerOf(residues);
  const write = (record: string, name: string, residue: string, at: Place, point: Point, symbol: string) =>
    lines.push(atomLine(record, lines.length + 1, name, residue, at, shifted(point, center), symbol));
  let position: Place = { chain: FIRST_CHAIN - 1, number: 0 };
  let before: StructureResidue | null = null;
  for (const residue of residues) {
    if (residue.backbone === null) continue;
    position = placeAfter(position, before, residue);
    before = residue;
    keys.set(
      drawnKey(String.fromCharCode(position.chain), position.number),
      residueKey(residue.chain, residue.position),
    );
    for (const [index, name] of BACKBONE.entries())
      write("ATOM", name, "ALA", position, pointOf(residue, index), name.slice(0, 1));
  }
  const groups = Map.groupBy(others, ({ chain, residue, position }) => `${chain} ${residue} ${position}`);
  for (const atoms of groups.values()) {
    position = nextPlace({ ...position, number: position.number + 1 });
    for (const { residue, element, at } of atoms) {
      const symbol = elementSymbol(element);
      write("HETATM", symbol, residue.slice(0, 3), position, at, symbol);
    }
  }
  return { text: `${lines.join("\n")}\nEND\n`, keys };
}

interface Place {
  /** Code of its letter. */
  chain: number;
  number: number;
}

/** Returns the place of the next residue. A number is skipped where the chain is interrupted. */
function placeAfter(position: Place, before: StructureResidue | null, residue: StructureResidue): Place {
  if (before?.chain !== residue.chain) return { chain: position.chain + 1, number: 1 };
  const gap = distance(pointOf(before, 2), pointOf(residue, 0)) > MAX_BOND ? 1 : 0;
  return nextPlace({ ...position, number: position.number + 1 + gap });
}

function nextPlace(position: Place): Place {
  return position.number > MAX_NUMBER ? { chain: position.chain + 1, number: 1 } : position;
}

function pointOf({ backbone }: StructureResidue, atom: number): Point {
  const [x = 0, y = 0, z = 0] = backbone?.slice(3 * atom, 3 * atom + 3) ?? [];
  return [x, y, z];
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function shifted([x, y, z]: Point, center: Point): Point {
  return [x - center[0], y - center[1], z - center[2]];
}

/** Returns the mean position of the residues: the columns of the format hold only small coordinates. */
function centerOf(residues: readonly StructureResidue[]): Point {
  const points = residues.filter(({ backbone }) => backbone !== null).map((residue) => pointOf(residue, 1));
  const mean = (axis: 0 | 1 | 2) =>
    points.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, points.length);
  return [mean(0), mean(1), mean(2)];
}

function atomLine(
  record: string,
  serial: number,
  name: string,
  residue: string,
  { chain, number }: Place,
  point: Point,
  symbol: string,
): string {
  const numbered = String(serial % 100_000).padStart(5);
  const position = `${String.fromCharCode(chain)}${String(number).padStart(4)}`;
  const coordinates = point.map((value) => value.toFixed(3).padStart(8)).join("");
  return `${record.padEnd(6)}${numbered}  ${name.padEnd(3)} ${residue.padStart(3)} ${position}    ${coordinates}  1.00  0.00          ${symbol.padStart(2)}`;
}
