import { DataProblem, invalidField } from "@pdp/basics/errors";
import { formatCount } from "@pdp/basics/wording";
import {
  type AvoidedSite,
  avoidedSite,
  type CodonTable,
  countCodons,
  countedTable,
  hostTable,
} from "@pdp/science/dna";
import type { CodonRequest } from "#shared/domain/orders/codonFields.ts";
import type { OrderRecord } from "#shared/domain/orders/order.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { columnOf } from "../rowColumns.ts";
import { orderContext } from "./orderContext.ts";
import { readSource } from "./readDesigns.ts";

/** Codons of a host with their source. */
export interface CodonUsage {
  table: CodonTable;
  source: string;
}

/** Reads the codon usage that a request states. Throws 422 for a table or sequences that cannot be used. */
export async function codonUsage(
  scope: WorkspaceScope,
  order: Pick<OrderRecord, "project_id" | "round_id">,
  { host, codon_table: stated, coding_sequences }: CodonRequest,
  signal: AbortSignal,
): Promise<CodonUsage> {
  if (host !== null) {
    const source = `${host}: Codon Usage Database (Nakamura et al. 2000), python_codon_tables 0.1.18, CC0`;
    return { table: hostTable(host), source };
  }
  if (coding_sequences === null) {
    const table = usable(stated ?? {}, "codon_table");
    return { table, source: "The codon table in the request" };
  }
  const loc = ["body", "coding_sequences"];
  try {
    const reader = { scope, task: { context: orderContext(order) }, what: "order", signal } as const;
    const { rows } = await readSource(reader, coding_sequences);
    const { sequence_column: name = "sequence" } = coding_sequences;
    if (name !== null && typeof name !== "string")
      throw invalidField([...loc, "sequence_column"], "Coding sequences are in one column. State its name");
    const wanted = name ?? "sequence";
    const column = columnOf(rows, wanted);
    if (column === undefined) throw invalidField(loc, `${rows.name} has no column "${wanted}"`);
    const { counts, used, skipped } = countCodons(Array.from(column, (cell) => String(cell ?? "")));
    if (used === 0)
      throw invalidField(
        loc,
        `No sequence of ${rows.name} is a coding sequence of complete codons with the letters A, C, G and T`,
      );
    const rest = skipped > 0 ? `; ${skipped} others are not complete` : "";
    const source = `The codons of ${formatCount(used, "coding sequence")} of ${rows.name}${rest}`;
    return { table: usable(counts, "coding_sequences"), source };
  } catch (error) {
    if (error instanceof DataProblem) throw invalidField(loc, error.message);
    throw error;
  }
}

function usable(counts: Record<string, number>, field: string): CodonTable {
  const counted = countedTable(counts);
  if ("problem" in counted) throw invalidField(["body", field], counted.problem);
  return counted.table;
}

/** Reads the sites to avoid. Throws 422 for an unknown enzyme. */
export function avoidedSites({ avoid }: Pick<CodonRequest, "avoid">): AvoidedSite[] {
  return avoid.map((text, index) => {
    const site = avoidedSite(text);
    if ("problem" in site) throw invalidField(["body", "avoid", index], site.problem, text);
    return site;
  });
}
