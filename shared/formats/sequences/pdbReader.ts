import { formatCount } from "#shared/domain/wording/wording.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { Chain, ResidueBudget } from "./chain.ts";
import { residueOf } from "./residues.ts";
import type { FileRow, RowReader } from "./sequenceReader.ts";

const MAX_DESCRIPTION_CHARACTERS = 100_000;
const MAX_MODIFIED = 10_000;
const NO_ROWS: readonly FileRow[] = [];

/**
 * Reads the sequences of a structure in the PDB format, one row per chain: SEQRES is what was in the experiment, ATOM what has
 * coordinates, with the numbers of its residues. The first model is read.
 */
export class PdbReader implements RowReader {
  private readonly budget = new ResidueBudget();
  private readonly chains = new Map<string, Chain>();
  /** Number of residues that SEQRES states for each chain, and where. */
  private readonly stated = new Map<string, { count: number; found: number; line: number }>();
  /** Residues from which modified ones are made, by MODRES. */
  private readonly standard = new Map<string, string>();
  /** Modified residues within the sequence of each chain. */
  private readonly inSequence = new Map<string, Set<string>>();
  private id = "";
  private title = "";
  private compounds = "";
  private models = 0;
  private isLater = false;
  private ligandLines = 0;

  take(text: string, line: number): readonly FileRow[] {
    switch (text.slice(0, 6).trimEnd()) {
      case "HEADER":
        this.id = text.slice(62, 66).trim();
        break;
      case "TITLE":
        if (this.title.length < MAX_DESCRIPTION_CHARACTERS) this.title += ` ${text.slice(10, 80).trim()}`;
        break;
      case "COMPND":
        if (this.compounds.length < MAX_DESCRIPTION_CHARACTERS)
          this.compounds += ` ${text.slice(10, 80).trim()}`;
        break;
      case "MODRES":
        if (this.standard.size < MAX_MODIFIED)
          this.standard.set(text.slice(12, 15).trim(), text.slice(24, 27).trim());
        break;
      case "SEQRES":
        this.takeSequence(text, line);
        break;
      case "MODEL":
        this.isLater = ++this.models > 1;
        break;
      case "ATOM":
      case "HETATM":
        if (!this.isLater) this.takeAtom(text, line);
        break;
    }
    return NO_ROWS;
  }

  end(isCut: boolean): readonly FileRow[] {
    for (const [chain, { count, found, line }] of this.stated) {
      if (count !== found && !isCut)
        throw new UnreadableText(
          `chain "${chain}" has ${formatCount(found, "residue")} in SEQRES and should have ${count} (line ${line}); the file is damaged or incomplete`,
        );
    }
    const descriptions = this.descriptions();
    const chains = [...this.chains.values()].sort((one, other) => one.line - other.line);
    return chains.map((chain) => {
      chain.description = descriptions.get(chain.name) ?? this.title.trim();
      return chain.row(this.id);
    });
  }

  skipped(): string[] {
    return [
      ...(this.models > 1 ? [formatCount(this.models - 1, "other model")] : []),
      ...(this.ligandLines > 0 ? [`${formatCount(this.ligandLines, "atom")} of ligands and water`] : []),
    ];
  }

  private takeSequence(text: string, line: number): void {
    const name = text[11]?.trim() ?? "";
    const count = Number(text.slice(13, 17));
    const names = text
      .slice(19, 70)
      .split(" ")
      .filter((word) => word !== "");
    if (!Number.isInteger(count)) throw new UnreadableText(`line ${line} is not a complete SEQRES record`);
    const stated = this.stated.get(name) ?? { count, found: 0, line };
    this.stated.set(name, { ...stated, found: stated.found + names.length });
    this.chainOf(name, line).addStated(names, this.standard);
    const modified = this.inSequence.get(name) ?? new Set();
    for (const residue of names) if (residueOf(residue) === undefined) modified.add(residue);
    this.inSequence.set(name, modified);
  }

  private takeAtom(text: string, line: number): void {
    const residue = text.slice(17, 20).trim();
    const position = text.slice(22, 27).trim().replace(/\s+/g, "");
    if (residue === "" || position === "")
      throw new UnreadableText(
        `line ${line} has no residue with a number; the columns of PDB files are fixed`,
      );
    const name = text[21]?.trim() ?? "";
    if (text.startsWith("HETATM") && !this.isOfChain(residue, name)) this.ligandLines++;
    else this.chainOf(name, line).observe(residue, position, this.standard);
  }

  /** Tells whether a residue that is written as a ligand belongs to a polymer: it is modified. */
  private isOfChain(residue: string, chain: string): boolean {
    return (
      (residue.length === 3 && residueOf(residue) !== undefined) ||
      this.standard.has(residue) ||
      this.inSequence.get(chain)?.has(residue) === true
    );
  }

  private chainOf(name: string, line: number): Chain {
    const known = this.chains.get(name);
    if (known !== undefined) return known;
    const chain = new Chain(name, line, this.budget);
    this.chains.set(name, chain);
    return chain;
  }

  /** Returns the names of molecules by their chains, as COMPND states them. */
  private descriptions(): Map<string, string> {
    const found = new Map<string, string>();
    let molecule = "";
    for (const part of this.compounds.split(";")) {
      const [, key = "", value = ""] = /^\s*(MOL_ID|MOLECULE|CHAIN):\s*(.*)$/.exec(part) ?? [];
      if (key === "MOL_ID") molecule = "";
      else if (key === "MOLECULE") molecule = value.trim();
      else if (key === "CHAIN") for (const chain of value.split(",")) found.set(chain.trim(), molecule);
    }
    return found;
  }
}
