import { AMINO_ACIDS, residueName } from "@pdp/basics/proteins";
import { type CifRow, CifRows } from "../sequences/cifRows.ts";
import { atomicNumber } from "./elements.ts";
import type { Structure } from "./structure.ts";
import { StructureBuilder } from "./structureBuilder.ts";

const CATEGORIES = ["_entry", "_struct", "_exptl", "_atom_site"];

/** Reads the first model of a structure from the lines of a file in mmCIF format. */
export class MmcifStructure {
  private readonly cif = new CifRows(CATEGORIES);
  private readonly builder = new StructureBuilder();
  private readonly models = new Set<string>();
  private blocks = 0;

  /** Throws UnreadableText. */
  take(text: string, line: number): void {
    if (this.blocks > 1) return;
    const { rows, block } = this.cif.take(text, line);
    for (const row of rows) this.takeRow(row);
    if (block === undefined) return;
    this.blocks += 1;
    if (this.blocks === 1) this.builder.id = block;
  }

  end(): Structure {
    if (this.blocks <= 1) for (const row of this.cif.end(false)) this.takeRow(row);
    return this.builder.build();
  }

  private takeRow(row: CifRow): void {
    const { category, get } = row;
    const { builder } = this;
    if (category === "_atom_site") this.takeAtom(row);
    else if (category === "_entry") builder.id = get("id") || builder.id;
    else if (category === "_struct") builder.title = get("title").replace(/\s+/g, " ").slice(0, 1_000);
    else builder.isMeasured = get("method") !== "" && !/theoretical/i.test(get("method"));
  }

  private takeAtom({ get, line }: CifRow): void {
    this.models.add(get("pdbx_pdb_model_num"));
    this.builder.models = this.models.size;
    if (this.models.size > 1 || (get("occupancy") !== "" && Number(get("occupancy")) === 0)) return;
    const number = get("auth_seq_id") || get("label_seq_id");
    const residue = get("auth_comp_id") || get("label_comp_id");
    // A free amino acid has no place in a sequence; modified residues of some programs have none either.
    const isFree = get("group_pdb") === "HETATM" && get("label_seq_id") === "" && isStandard(residue);
    this.builder.add({
      alternative: get("label_alt_id"),
      isInChain: !isFree,
      name: get("label_atom_id") || get("auth_atom_id"),
      residue,
      chain: get("auth_asym_id") || get("label_asym_id"),
      position: `${number}${get("pdbx_pdb_ins_code")}`,
      element: atomicNumber(get("type_symbol")),
      at: [coordinate(get("cartn_x")), coordinate(get("cartn_y")), coordinate(get("cartn_z"))],
      bFactor: Number(get("b_iso_or_equiv")) || 0,
      line,
    });
  }
}

function isStandard(residue: string): boolean {
  return [...AMINO_ACIDS].some((letter) => residueName(letter).toUpperCase() === residue);
}

function coordinate(text: string): number {
  return text === "" ? Number.NaN : Number(text);
}
