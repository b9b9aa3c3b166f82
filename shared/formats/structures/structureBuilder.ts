import { formatCount } from "@pdp/basics/wording";
import { residueOf } from "../sequences/residues.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import type { Structure, StructureAtom, StructureResidue } from "./structure.ts";

/** Maximum number of atoms, including water and hydrogen, in the first model. */
export const MAX_ATOMS = 500_000;
/** Maximum number of chains. */
export const MAX_CHAINS = 200;
/** Coordinates are smaller than this, in angstrom. */
const MAX_COORDINATE = 100_000;
const BACKBONE = ["N", "CA", "C", "O"];
const WATER = new Set("HOH DOD WAT SOL H2O TIP TP3 TIP3 SPC".split(" "));
/** Share of residues whose atoms all have one B-factor, from which on the file has confidences instead. */
const CONFIDENT_SHARE = 0.95;

/** Atom as a file describes it. */
export interface FileAtom {
  name: string;
  residue: string;
  chain: string;
  /** Residue number with its insertion code. */
  position: string;
  element: number;
  at: readonly [number, number, number];
  bFactor: number;
  /** Name of an alternative position; empty if there is only one. */
  alternative: string;
  /** False for a free amino acid, which is a ligand. */
  isInChain: boolean;
  line: number;
}

/** Residue that is being read. */
interface OpenResidue {
  chain: string;
  position: string;
  name: string;
  letter: string;
  atoms: Map<string, readonly [number, number, number]>;
  elements: number[];
  confidence: number;
  lowest: number;
  highest: number;
}

/** Collects the atoms of a structure's first model. */
export class StructureBuilder {
  id = "";
  title = "";
  models = 0;
  /** True if the file states an experiment. */
  isMeasured = false;
  private readonly residues = new Map<string, OpenResidue>();
  private readonly others: StructureAtom[] = [];
  private readonly chains = new Set<string>();
  private readonly waters = new Set<string>();
  private readonly seen = new Set<string>();
  private atoms = 0;

  /** Throws UnreadableText if the atom cannot be used, or one of the limits is exceeded. */
  add(atom: FileAtom): void {
    this.atoms += 1;
    if (this.atoms > MAX_ATOMS) throw tooMany(formatCount(MAX_ATOMS, "atom"));
    if (!atom.at.every((value) => Number.isFinite(value) && Math.abs(value) < MAX_COORDINATE))
      throw new UnreadableText(`line ${atom.line} has no valid coordinates`);
    this.chains.add(atom.chain);
    if (this.chains.size > MAX_CHAINS) throw tooMany(formatCount(MAX_CHAINS, "chain"));
    const { residue, chain, position, element } = atom;
    if (WATER.has(residue)) this.waters.add(`${chain} ${position}`);
    else if (element === 1) return;
    else if (atom.isInChain && residueOf(residue)?.molecule === "PROTEIN") this.addToResidue(atom);
    else this.addToOthers(atom);
  }

  private addToOthers({ chain, residue, position, name, element, at, alternative }: FileAtom): void {
    const key = `${chain} ${residue} ${position} ${name}`;
    // Of alternative positions, the first one counts. Names alone do not distinguish atoms in all files.
    if (alternative !== "" && this.seen.has(key)) return;
    this.seen.add(key);
    this.others.push({ chain, residue, position, element, at });
  }

  private addToResidue({ name, residue, chain, position, element, at, bFactor }: FileAtom): void {
    const key = `${chain} ${position}`;
    const known = this.residues.get(key);
    const open: OpenResidue = known ?? {
      chain,
      position,
      name: residue,
      letter: residueOf(residue)!.letter,
      atoms: new Map(),
      elements: [],
      confidence: bFactor,
      lowest: bFactor,
      highest: bFactor,
    };
    if (!known) this.residues.set(key, open);
    // Of alternative positions and residues, the first one counts.
    if (open.name !== residue || open.atoms.has(name)) return;
    open.atoms.set(name, at);
    open.elements.push(element);
    if (name === "CA") open.confidence = bFactor;
    open.lowest = Math.min(open.lowest, bFactor);
    open.highest = Math.max(open.highest, bFactor);
  }

  /** Returns the structure. Throws UnreadableText if it has no amino acids. */
  build(): Structure {
    const open = [...this.residues.values()];
    if (open.length === 0)
      throw new UnreadableText(
        "the structure has no amino acids with coordinates; atoms with an occupancy of 0 do not count",
      );
    const isPredicted = !this.isMeasured && hasConfidences(open);
    // Some programs write confidences from 0 to 1.
    const factor = isPredicted && open.every(({ highest }) => highest <= 1) ? 100 : 1;
    const { id, title, others, models, waters } = this;
    return {
      id,
      title: title.trim(),
      isPredicted,
      residues: open.map((residue) => closed(residue, factor)),
      others,
      waters: waters.size,
      models: Math.max(1, models),
    };
  }
}

function tooMany(limit: string): UnreadableText {
  return new UnreadableText(`the structure has more than ${limit}; keep the protein and its surroundings`);
}

/** Confidences are the same for all atoms of a residue, differ between residues, and are at most 100. */
function hasConfidences(residues: readonly OpenResidue[]): boolean {
  const whole = residues.filter(({ atoms }) => atoms.size > 1);
  const alike = whole.filter(({ lowest, highest }) => lowest === highest && highest <= 100 && lowest > 0);
  const levels = new Set(alike.map(({ confidence }) => confidence));
  return whole.length > 0 && alike.length >= CONFIDENT_SHARE * whole.length && levels.size > 1;
}

function closed(residue: OpenResidue, factor: number): StructureResidue {
  const { chain, position, name, letter, atoms, elements, confidence } = residue;
  const backbone = BACKBONE.map((atom) => atoms.get(atom));
  return {
    chain,
    position,
    number: Number.parseInt(position, 10),
    name,
    letter,
    backbone: backbone.every((at) => at !== undefined) ? backbone.flat() : null,
    atoms: [...atoms.values()].flat(),
    elements,
    confidence: confidence * factor,
  };
}
