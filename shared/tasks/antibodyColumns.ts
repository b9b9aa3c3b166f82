import { haveSameChains } from "@pdp/basics/proteins";
import {
  developability,
  type PlacedLiability,
  placedLiabilities,
  propertiesOf,
} from "@pdp/science/antibodies";
import { column } from "./designTable.ts";
import type { NewTaskTable } from "./taskRun.ts";

const COLUMNS = [
  column("liabilities", "INT64", "Number of motifs that can impair the development of an antibody"),
  column(
    "new_liabilities",
    "STRING",
    "Those that the parent does not have, such as DEAMIDATION NG at H:55; empty if there are none",
  ),
  column("charge", "FLOAT64", "Net charge of the variable domains at pH 7.4"),
  column("isoelectric_point", "FLOAT64", "Isoelectric point of the variable domains"),
  column("hydropathy", "FLOAT64", "Mean hydropathy of the residues (GRAVY)"),
];

/** Adds the liabilities and properties of designs to their table if the template is an antibody; other tables are unchanged. */
export function withAntibodyColumns(table: NewTaskTable, template: string): NewTaskTable {
  const known = developability(template);
  if (known === null) return table;
  const ofParent = new Set(known.liabilities.map(keyOf));
  const describe = (sequence: string): PlacedLiability[] =>
    haveSameChains(sequence, template)
      ? placedLiabilities(sequence, known.domains)
      : (developability(sequence)?.liabilities ?? []);
  return {
    ...table,
    columns: [...table.columns, ...COLUMNS],
    rows: table.rows.map((row) => {
      const sequence = String(row.sequence ?? "");
      const liabilities = describe(sequence);
      const { charge, isoelectricPoint, hydropathy } = propertiesOf(sequence);
      return {
        ...row,
        liabilities: liabilities.length,
        new_liabilities: liabilities
          .filter((liability) => !ofParent.has(keyOf(liability)))
          .map(({ kind, motif, label }) => `${kind} ${motif} at ${label}`)
          .join("; "),
        charge,
        isoelectric_point: isoelectricPoint,
        hydropathy,
      };
    }),
  };
}

/**
 * Identifies a liability by its kind, its domain and its IMGT number, so that insertions before it do not make it a new one. A chain may have
 * several domains.
 */
function keyOf({ kind, domain, number, label, motif }: PlacedLiability): string {
  return `${kind} ${domain} ${number ?? label} ${motif}`;
}
