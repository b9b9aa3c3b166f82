import { formatCount } from "@pdp/basics/wording";
import { UnreadableText } from "../text/unreadableText.ts";
import { Chain, ResidueBudget } from "./chain.ts";
import { isNamedResidue, residueOf } from "./residues.ts";
import type { FileRow, RowReader } from "./sequenceReader.ts";
import { UnreadParts } from "./unreadParts.ts";

const MAX_DESCRIPTION_CHARACTERS = 100_000;
const MAX_MODIFIED = 10_000;
/** Records after END that start another structure; a model belongs to the same structure. */
const STARTS = new Set(["TITLE", "COMPND", "SEQRES", "ATOM", "HETATM"]);
const NO_ROWS: readonly FileRow[] = [];

/** Water and ions that simulation software writes as residues of a chain. */
const SOLVENTS = new Set("HOH DOD WAT SOL H2O TIP TP3 TIP3 SPC NA CL K SOD CLA POT".split(" "));

/**
 * Reads the sequences of structures in PDB format, one row per chain: SEQRES is the sequence used in the experiment, ATOM the
 * part with coordinates, including its residue numbers. Only the first model is read. Another structure starts at HEADER, or
 * after END.
 */
export class PdbReader implements RowReader {
  private readonly budget = new ResidueBudget();
  private open = new Structure();
  private readonly unread = new UnreadParts();

  take(text: string, line: number): readonly FileRow[] {
    const record = text.slice(0, 6).trimEnd();
    const isNext = record === "HEADER" ? this.open.chains.size > 0 : this.open.isEnded && STARTS.has(record);
    const rows = isNext ? this.close(false) : NO_ROWS;
    this.takeRecord(record, text, line);
    return rows;
  }

  private takeRecord(record: string, text: string, line: number): void {
    const { open } = this;
    switch (record) {
      case "HEADER":
        open.id = text.slice(62, 66).trim();
        break;
      case "TITLE":
        if (open.title.length < MAX_DESCRIPTION_CHARACTERS) open.title += ` ${text.slice(10, 80).trim()}`;
        break;
      case "COMPND":
        if (open.compounds.length < MAX_DESCRIPTION_CHARACTERS)
          open.compounds += ` ${text.slice(10, 80).trim()}`;
        break;
      case "MODRES":
        if (open.standard.size < MAX_MODIFIED)
          open.standard.set(text.slice(12, 15).trim(), text.slice(24, 27).trim());
        break;
      case "SEQRES":
        this.takeSequence(text, line);
        break;
      case "MODEL":
        open.models++;
        open.isEnded = false;
        break;
      case "ATOM":
      case "HETATM":
        if (open.models <= 1) this.takeAtom(text, line);
        break;
      case "TER":
        if (open.models <= 1) open.ended.add(text.length > 21 ? chainName(text) : open.last);
        break;
      case "END":
        open.isEnded = true;
        break;
    }
  }

  end(isCut: boolean): readonly FileRow[] {
    return this.close(isCut);
  }

  skipped(): string[] {
    return this.unread.notes();
  }

  /** Returns the rows of the structure that was read, and resets the reader. */
  private close(isCut: boolean): readonly FileRow[] {
    const { stated, chains, standard, models, title, id, compounds } = this.open;
    this.open = new Structure();
    this.unread.models += Math.max(0, models - 1);
    for (const [chain, { count, readCount, line }] of stated) {
      if (count !== readCount && !isCut)
        throw new UnreadableText(
          `chain "${chain}" has ${formatCount(readCount, "residue")} in SEQRES but should have ${count} (line ${line}); the file is damaged or incomplete`,
        );
    }
    const descriptions = describeChains(compounds);
    return [...chains.values()]
      .sort((a, b) => a.line - b.line)
      .map((chain) => {
        this.unread.residues += chain.dropUncertain();
        chain.replaceModified(standard);
        chain.description = descriptions.get(chain.name) ?? title.trim();
        return chain.row(id);
      });
  }

  private takeSequence(text: string, line: number): void {
    const name = text[11]?.trim() ?? "";
    const count = Number(text.slice(13, 17));
    const names = text
      .slice(19, 70)
      .split(" ")
      .filter((word) => word !== "");
    if (!Number.isInteger(count)) throw new UnreadableText(`line ${line} is not a complete SEQRES record`);
    const { open } = this;
    const stated = open.stated.get(name) ?? { count, readCount: 0, line };
    open.stated.set(name, { ...stated, readCount: stated.readCount + names.length });
    this.chainOf(name, line).addStated(names);
    const modified = open.inSequence.get(name) ?? new Set();
    for (const residue of names) if (residueOf(residue) === undefined) modified.add(residue);
    open.inSequence.set(name, modified);
  }

  private takeAtom(text: string, line: number): void {
    const residue = text.slice(17, 20).trim();
    const position = text.slice(22, 27).trim().replace(/\s+/g, "");
    if (residue === "" || position === "")
      throw new UnreadableText(`line ${line} has no numbered residue; PDB files use fixed-width columns`);
    const { open } = this;
    const name = chainName(text);
    const isLigand = text.startsWith("HETATM")
      ? !this.isOfChain(residue, name)
      : SOLVENTS.has(residue) && !this.isStated(residue, name);
    if (isLigand) {
      this.unread.atoms++;
      return;
    }
    const chain = this.chainOf(name, line);
    open.last = name;
    // After the end of its chain, an amino acid may be a ligand.
    const isCertain = !open.ended.has(name) || text.startsWith("ATOM");
    if (isCertain && open.ended.delete(name)) chain.keepUncertain();
    chain.observe(residue, position, open.standard, isCertain);
  }

  /** Tells whether a residue that is written as a ligand belongs to a polymer, which means that it is modified. */
  private isOfChain(residue: string, chain: string): boolean {
    return isNamedResidue(residue) || this.open.standard.has(residue) || this.isStated(residue, chain);
  }

  /** Tells whether SEQRES contains an unusual residue. */
  private isStated(residue: string, chain: string): boolean {
    return this.open.inSequence.get(chain)?.has(residue) === true;
  }

  private chainOf(name: string, line: number): Chain {
    const { chains } = this.open;
    const known = chains.get(name);
    if (known !== undefined) return known;
    const chain = new Chain(name, line, this.budget);
    chains.set(name, chain);
    return chain;
  }
}

/** Structure while its lines are being read. */
class Structure {
  id = "";
  title = "";
  compounds = "";
  models = 0;
  /** True after END. */
  isEnded = false;
  /** Chain of the last atom that was read. */
  last = "";
  /** Chains with an end stated in the file. */
  readonly ended = new Set<string>();
  readonly chains = new Map<string, Chain>();
  /** Number of residues that SEQRES states for each chain, and its line. */
  readonly stated = new Map<string, { count: number; readCount: number; line: number }>();
  /** Parent residues of modified residues, from MODRES. */
  readonly standard = new Map<string, string>();
  /** Modified residues within the sequence of each chain. */
  readonly inSequence = new Map<string, Set<string>>();
}

function chainName(text: string): string {
  return text[21]?.trim() ?? "";
}

/** Returns the names of molecules by chain, as stated by COMPND. */
function describeChains(compounds: string): Map<string, string> {
  const molecules = new Map<string, string>();
  let molecule = "";
  for (const part of compounds.split(";")) {
    const [, key = "", value = ""] = /^\s*(MOL_ID|MOLECULE|CHAIN):\s*(.*)$/.exec(part) ?? [];
    if (key === "MOL_ID") molecule = "";
    else if (key === "MOLECULE") molecule = value.trim();
    else if (key === "CHAIN") for (const chain of value.split(",")) molecules.set(chain.trim(), molecule);
  }
  return molecules;
}
