import { DomainError, invalidField } from "#shared/basics/errors/errors.ts";
import type { DnaRequest, DnaResult, DnaRow } from "#shared/domain/orders/dnaRequest.ts";
import { requireLayout, type StoredLayout } from "#shared/history/orderLayouts.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { type AvoidedSite, avoidedSite } from "#shared/science/backTranslation/avoidedSite.ts";
import { backTranslateAll, type KeptParent } from "#shared/science/backTranslation/backTranslateAll.ts";
import { type CodonTable, countedTable, hostTable } from "#shared/science/backTranslation/codonTable.ts";
import type { DnaWishes } from "#shared/science/backTranslation/dnaWishes.ts";
import { getOrder } from "#shared/store/orders.ts";

export interface DnaInput {
  orderId: string;
  request: DnaRequest;
}

const CODON_LENGTH = 3;
/** Maximum number of bases in an answer. */
const MAX_BASES = 4_000_000;

/** Writes the proteins of an order as DNA. */
export const writeDna: Job<DnaInput, DnaResult> = {
  name: "writeDna",
  kind: "query",
  run: async (scope, { orderId, request }) => {
    const layout = await requireLayout(scope, await getOrder(scope, orderId));
    const rows = dnaRows(layout, request);
    const { vendor } = request;
    const note =
      vendor &&
      `The layout of ${vendor} files has not been verified. Check the columns and the limits of the vendor before you send it.`;
    return {
      codon_usage: sourceOf(request),
      rows,
      file: { filename: `order-${orderId}.csv`, content: csvOf(rows), is_verified: false, note },
    };
  },
  stopped: () =>
    new DomainError(
      "malformed",
      "query_too_complex",
      "Writing this DNA requires too much time or memory. Avoid fewer ambiguous sites, or widen the limits.",
    ),
};

function dnaRows(layout: StoredLayout, request: DnaRequest): DnaRow[] {
  const proteins = new Map(
    layout.wells.flatMap(({ name, role, sequence }) =>
      sequence === null || role === "BLANK" ? [] : [[name, { name, role, sequence }] as const],
    ),
  );
  const all = [...proteins.values()];
  requireBases(all, request);
  const written = backTranslateAll(
    all.map(({ sequence }) => sequence),
    wishesOf(request),
    {
      frame: {
        startCodon: request.start_codon,
        nTag: request.n_tag ?? "",
        cTag: request.c_tag ?? "",
        stopCodon: request.stop_codon,
      },
      seed: String(request.seed),
      parent: parentOf(layout, request),
    },
  );
  if ("problem" in written) throw invalidField(["body", "parent_dna"], written.problem);
  return all.map(({ name, role }, index) => {
    const result = written.rows[index];
    return result && "dna" in result
      ? { name, role, dna: result.dna, checks: result.checks, problem: null }
      : { name, role, dna: null, checks: null, problem: result?.problem ?? null };
  });
}

function requireBases(
  proteins: readonly { sequence: string }[],
  { n_tag, c_tag, prefix, suffix }: DnaRequest,
): void {
  const tags = (n_tag?.length ?? 0) + (c_tag?.length ?? 0);
  const residues = proteins.reduce((sum, { sequence }) => sum + sequence.length + tags, 0);
  const bases = CODON_LENGTH * residues + proteins.length * (prefix.length + suffix.length);
  if (bases <= MAX_BASES) return;
  throw invalidField(
    ["body"],
    `The DNA of this order has ${bases.toLocaleString("en-US")} bases; at most ${MAX_BASES.toLocaleString("en-US")} are written at once. Shorten the tags and ends, or split the order.`,
  );
}

function parentOf({ parent, wells }: StoredLayout, request: DnaRequest): KeptParent | null {
  if (!request.keep_parent_codons) return null;
  const protein = parent ?? wells.find(({ role }) => role === "PARENT")?.sequence ?? null;
  if (protein === null)
    throw invalidField(
      ["body", "keep_parent_codons"],
      "The order has no parent, or several. Create it from designs with one parent in the column `parent`, or with a control PARENT",
    );
  return { protein, dna: request.parent_dna };
}

function wishesOf(request: DnaRequest): DnaWishes {
  const { gc, gc_window: window } = request;
  return {
    codons: codonsOf(request),
    avoid: request.avoid.map((text, index): AvoidedSite => {
      const site = avoidedSite(text);
      if ("problem" in site) throw invalidField(["body", "avoid", index], site.problem, text);
      return site;
    }),
    gc: gc && { low: gc[0], high: gc[1], window },
    maxHomopolymer: request.max_homopolymer,
    maxRepeat: request.max_repeat,
    prefix: request.prefix,
    suffix: request.suffix,
  };
}

function codonsOf({ host, codon_table: counts }: DnaRequest): CodonTable {
  if (host !== null) return hostTable(host);
  const counted = countedTable(counts ?? {});
  if ("problem" in counted) throw invalidField(["body", "codon_table"], counted.problem);
  return counted.table;
}

function sourceOf({ host }: DnaRequest): string {
  return host === null
    ? "The codon table in the request"
    : `${host}: Codon Usage Database (Nakamura et al. 2000), python_codon_tables 0.1.18, CC0`;
}

function csvOf(rows: readonly DnaRow[]): string {
  const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.flatMap(({ name, dna }) => (dna === null ? [] : [`${cell(name)},${dna}`]));
  return ["name,sequence", ...lines, ""].join("\n");
}
