import { Chain, ResidueBudget } from "./chain.ts";
import { type CifRow, CifRows } from "./cifRows.ts";
import { isNamedResidue, type Molecule, residueOf } from "./residues.ts";
import type { FileRow, RowReader } from "./sequenceReader.ts";
import { UnreadParts } from "./unreadParts.ts";

const CATEGORIES = ["_entry", "_struct", "_entity", "_entity_poly", "_entity_poly_seq", "_atom_site"];
const MOLECULES: readonly [RegExp, Molecule][] = [
  [/^polypeptide/i, "PROTEIN"],
  [/^polydeoxyribonucleotide(?!\/)/i, "DNA"],
  [/^polyribonucleotide/i, "RNA"],
];

interface Entity {
  isPolymer: boolean;
  description: string;
  /** Residues used in the experiment, as letters. */
  sequence: string;
  /** Names of the residues used in the experiment, if there are no letters. */
  residues: string[];
  molecule: Molecule | undefined;
  /** Chains that have this sequence, and the line that lists them. */
  strands: string[];
  line: number;
}

/**
 * Reads the sequences of structures in mmCIF format, one row per polymer chain: `_entity_poly` describes the sequence used in
 * the experiment, `_atom_site` the residues with coordinates, including the author's residue numbers. Only the first model is
 * read.
 */
export class MmcifReader implements RowReader {
  private readonly cif = new CifRows(CATEGORIES);
  private readonly budget = new ResidueBudget();
  private entities = new Map<string, Entity>();
  /** Chains by name and entity, with their atom counts. */
  private chains = new Map<string, { chain: Chain; entity: string; atoms: number; hasPolymer: boolean }>();
  private id = "";
  private title = "";
  private model: string | undefined;
  private readonly models = new Set<string>();
  private readonly unread = new UnreadParts();

  take(text: string, line: number): readonly FileRow[] {
    const { rows, block } = this.cif.take(text, line);
    for (const row of rows) this.takeRow(row);
    if (block === undefined) return [];
    const complete = this.close();
    this.id = block;
    return complete;
  }

  end(isCut: boolean): readonly FileRow[] {
    for (const row of this.cif.end(isCut)) this.takeRow(row);
    return this.close();
  }

  skipped(): string[] {
    return this.unread.notes();
  }

  private takeRow(row: CifRow): void {
    const { category, get } = row;
    if (category === "_atom_site") this.takeAtom(row);
    else if (category === "_entry") this.id = get("id") || this.id;
    else if (category === "_struct") this.title = get("title");
    else if (category === "_entity") {
      const entity = this.entityOf(get("id"), row.line);
      entity.isPolymer ||= get("type") === "polymer";
      entity.description = oneLine(get("pdbx_description"));
    } else if (category === "_entity_poly") this.takePolymer(row);
    else {
      this.budget.spend(1);
      const entity = this.entityOf(get("entity_id"), row.line);
      entity.isPolymer = true;
      if (Number(get("num")) > entity.residues.length) entity.residues.push(get("mon_id"));
    }
  }

  private takePolymer({ get, line }: CifRow): void {
    const entity = this.entityOf(get("entity_id"), line);
    const written = get("pdbx_seq_one_letter_code").replace(/\s+/g, "");
    entity.isPolymer = true;
    entity.line = line;
    entity.sequence = get("pdbx_seq_one_letter_code_can").replace(/\s+/g, "") || lettersOf(written);
    this.budget.spend(entity.sequence.length);
    entity.molecule = MOLECULES.find(([pattern]) => pattern.test(get("type")))?.[1];
    entity.strands = get("pdbx_strand_id")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    this.budget.spend(entity.strands.length);
  }

  private takeAtom({ get, line }: CifRow): void {
    const model = get("pdbx_pdb_model_num");
    this.model ??= model;
    this.models.add(model);
    if (model !== this.model) return;
    const name = get("auth_asym_id") || get("label_asym_id");
    const entity = get("label_entity_id");
    const residue = get("auth_comp_id") || get("label_comp_id");
    const number = get("auth_seq_id") || get("label_seq_id");
    const key = `${name} ${entity}`;
    const chainAtoms = this.chains.get(key) ?? {
      chain: new Chain(name, line, this.budget),
      entity,
      atoms: 0,
      hasPolymer: false,
    };
    this.chains.set(key, chainAtoms);
    chainAtoms.atoms++;
    const isAtom = get("group_pdb") !== "HETATM";
    chainAtoms.hasPolymer ||= isAtom;
    const isCertain = isAtom || isNamedResidue(residue);
    chainAtoms.chain.observe(residue, `${number}${get("pdbx_pdb_ins_code")}`, undefined, isCertain);
  }

  /** Returns the rows of the structure that was read, and resets the reader. */
  private close(): FileRow[] {
    const chains: Chain[] = [];
    for (const { chain, entity: id, atoms, hasPolymer } of this.chains.values()) {
      const entity = this.entities.get(id);
      if (entity === undefined ? !hasPolymer : !entity.isPolymer) {
        this.unread.atoms += atoms;
        continue;
      }
      if (entity === undefined) this.unread.residues += chain.dropUncertain();
      else describe(chain, entity);
      chains.push(chain);
    }
    const known = new Set(chains.map(({ name }) => name));
    for (const entity of this.entities.values()) {
      for (const name of entity.strands) {
        if (known.has(name)) continue;
        const chain = new Chain(name, entity.line, this.budget);
        describe(chain, entity);
        chains.push(chain);
      }
    }
    const rows = chains
      .filter((chain) => !chain.isEmpty)
      .sort((a, b) => a.line - b.line)
      .map((chain) => {
        chain.description ||= oneLine(this.title);
        return chain.row(this.id);
      });
    this.unread.models += Math.max(0, this.models.size - 1);
    this.models.clear();
    this.model = undefined;
    this.entities = new Map();
    this.chains = new Map();
    this.title = "";
    return rows;
  }

  private entityOf(id: string, line: number): Entity {
    const known = this.entities.get(id);
    if (known !== undefined) return known;
    this.budget.spend(1);
    const entity: Entity = {
      isPolymer: false,
      description: "",
      sequence: "",
      residues: [],
      molecule: undefined,
      strands: [],
      line,
    };
    this.entities.set(id, entity);
    return entity;
  }
}

function describe(chain: Chain, { description, sequence, residues, molecule }: Entity): void {
  chain.description = description;
  if (sequence !== "") chain.sequence = sequence;
  else if (residues.length > 0) chain.addStated(residues);
  chain.molecule = molecule ?? chain.molecule;
}

/** Replaces names of modified residues in brackets with letters. */
function lettersOf(sequence: string): string {
  return sequence.replace(/\(([^()]*)\)/g, (_, name: string) => residueOf(name)?.letter ?? "X");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
