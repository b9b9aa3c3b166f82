import { formatCount } from "@pdp/basics/wording";
import { UnreadableText } from "../text/unreadableText.ts";
import { type Molecule, residueOf } from "./residues.ts";
import type { FileRow } from "./sequenceReader.ts";

/** Maximum number of residues per file; the largest structures have 400,000. */
const MAX_RESIDUES = 1_000_000;
const UNKNOWN = "X";

/** Counts the residues in a file, which are kept in memory until a structure ends. */
export class ResidueBudget {
  private left = MAX_RESIDUES;

  /** Throws UnreadableText when there are too many. */
  spend(count: number): void {
    this.left -= count;
    if (this.left < 0)
      throw new UnreadableText(`the file has more than ${formatCount(MAX_RESIDUES, "residue")}; split it`);
  }
}

/** Chain of a structure: the sequence used in the experiment, and the residues with coordinates. */
export class Chain {
  readonly name: string;
  /** First line that names the chain. */
  readonly line: number;
  /** Letters of the sequence used in the experiment, if the file states it. */
  sequence = "";
  description = "";
  molecule: Molecule | undefined;
  private readonly budget: ResidueBudget;
  private letters: string[] = [];
  private positions: string[] = [];
  private readonly seen = new Set<string>();
  /** Indices of observed residues that may be ligands. */
  private readonly uncertain = new Set<number>();
  /** Names of stated residues that do not have a letter, by index. */
  private readonly unknown = new Map<number, string>();

  constructor(name: string, line: number, budget: ResidueBudget) {
    this.name = name;
    this.line = line;
    this.budget = budget;
    budget.spend(1);
  }

  /** Adds residues to the sequence used in the experiment. */
  addStated(names: readonly string[]): void {
    this.budget.spend(names.length);
    const { length } = this.sequence;
    const letters = names.map((name, index) => {
      if (residueOf(name) === undefined) this.unknown.set(length + index, name);
      return this.letterOf(name);
    });
    this.sequence += letters.join("");
  }

  /** Gives each modified residue of the sequence the letter of its parent residue, which the file states later. */
  replaceModified(standard: ReadonlyMap<string, string>): void {
    if (this.unknown.size === 0 || standard.size === 0) return;
    const letters = [...this.sequence];
    for (const [index, name] of this.unknown) letters[index] = this.letterOf(name, standard);
    this.sequence = letters.join("");
  }

  /** Adds a residue with coordinates, unless its position has already been added, for example by another atom. */
  observe(residue: string, position: string, standard?: ReadonlyMap<string, string>, isCertain = true): void {
    if (this.seen.has(position)) return;
    this.budget.spend(1);
    this.seen.add(position);
    if (!isCertain) this.uncertain.add(this.letters.length);
    this.letters.push(this.letterOf(residue, standard));
    this.positions.push(position);
  }

  /** Keeps the residues that may be ligands, because the chain continues after them. */
  keepUncertain(): void {
    this.uncertain.clear();
  }

  /** Removes the residues that may be ligands. Returns their number. */
  dropUncertain(): number {
    const { size } = this.uncertain;
    if (size === 0) return 0;
    const isCertain = (_: string, index: number): boolean => !this.uncertain.has(index);
    this.letters = this.letters.filter(isCertain);
    this.positions = this.positions.filter(isCertain);
    this.uncertain.clear();
    return size;
  }

  get isEmpty(): boolean {
    return this.letters.length === 0 && this.sequence === "";
  }

  /** Returns the row for this chain; `structure` is the id of the structure. */
  row(structure: string): FileRow {
    const observed = this.letters.join("");
    const name = structure === "" ? this.name : `${structure}_${this.name}`;
    return {
      line: this.line,
      cells: [
        name,
        this.description,
        structure,
        this.name,
        this.molecule ?? "",
        this.sequence === "" ? observed : this.sequence,
        observed,
        this.positions.join(","),
      ],
    };
  }

  private letterOf(name: string, standard?: ReadonlyMap<string, string>): string {
    const residue = residueOf(name) ?? residueOf(standard?.get(name) ?? "");
    this.molecule ??= residue?.molecule;
    return residue?.letter ?? UNKNOWN;
  }
}
