import { DomainError, invalidField } from "@pdp/basics/errors";
import { chainsOf } from "@pdp/basics/proteins";
import {
  type AllOptions,
  backTranslateAll,
  type DnaWishes,
  headLength,
  type KeptParent,
  libraryDna,
} from "@pdp/science/dna";
import type { DnaRequest, DnaResult, DnaRow } from "#shared/domain/orders/dnaRequest.ts";
import { vendorLayout, vendorNote, vendorProblem } from "#shared/domain/orders/vendors.ts";
import { requireLayout, type StoredLayout } from "#shared/history/orderLayouts.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { getOrder } from "#shared/store/orders.ts";
import { avoidedSites, codonUsage } from "./codonUsage.ts";
import { csvText } from "./csvText.ts";
import { codonsOfLibrary, libraryName, orderProteins, parentProtein } from "./orderProteins.ts";

export interface DnaInput {
  orderId: string;
  request: DnaRequest;
}

const CODON_LENGTH = 3;
const NAMES_AND_SEQUENCES = {
  columns: ["name", "sequence"],
  row: (name: string, dna: string) => [name, dna],
};
/** Maximum number of bases in an answer. */
const MAX_BASES = 4_000_000;

/** Writes the proteins of an order as DNA. */
export const writeDna: Job<DnaInput, DnaResult> = {
  name: "writeDna",
  kind: "query",
  run: async (scope, { orderId, request }, signal) => {
    const order = await getOrder(scope, orderId);
    const layout = await requireLayout(scope, order);
    const usage = await codonUsage(scope, order, request, signal);
    const rows = dnaRows(layout, request, wishesOf(request, usage.table));
    const { vendor } = request;
    return {
      codon_usage: usage.source,
      rows,
      file: {
        filename: `order-${orderId}.csv`,
        content: csvOf(rows, vendor),
        is_verified: vendorLayout(vendor) !== null,
        note: vendorNote(vendor),
      },
    };
  },
  stopped: () =>
    new DomainError(
      "malformed",
      "query_too_complex",
      "Writing this DNA requires too much time or memory. Avoid fewer ambiguous sites, or widen the limits.",
    ),
};

function dnaRows(layout: StoredLayout, request: DnaRequest, wishes: DnaWishes): DnaRow[] {
  const designs = orderProteins(layout);
  const all = designs.flatMap(chainsOfProtein);
  if (request.keep_parent_codons && all.length > designs.length)
    throw invalidField(["body", "keep_parent_codons"], "Codons of the parent can only be kept for one chain");
  requireBases(all, request);
  const frame = frameOf(request);
  const parent = parentOf(layout, request);
  const options = { frame, seed: String(request.seed), parent };
  const proteins = all.map(({ sequence }) => sequence);
  const written = backTranslateAll(proteins, wishes, options);
  if ("problem" in written) throw invalidField(["body", "parent_dna"], written.problem);
  const rows = all.map(({ name, role }, index): DnaRow => {
    const result = written.rows[index];
    const common = { name, role, share: null, sites_in_clones: [] };
    if (result === undefined || "problem" in result) {
      const problem = result?.problem ?? null;
      return { ...common, dna: null, checks: null, vendor_problem: null, problem };
    }
    const { dna, checks } = result;
    return { ...common, dna, checks, vendor_problem: vendorProblem(request.vendor, dna), problem: null };
  });
  return request.library === null ? rows : [...rows, ...libraryRows(layout, request, wishes, options)];
}

/** Writes the parent with degenerate codons. Its other codons are chosen like those of a protein. */
function libraryRows(
  layout: StoredLayout,
  { library, vendor }: DnaRequest,
  wishes: DnaWishes,
  options: AllOptions,
): DnaRow[] {
  const protein = parentProtein(layout, "library");
  const sites = codonsOfLibrary(library ?? [], protein);
  const written = backTranslateAll([protein], wishes, options);
  const [result] = "problem" in written ? [written] : written.rows;
  const common = { role: "LIBRARY" as const, checks: null };
  const name = libraryName(layout);
  if (result === undefined || "problem" in result) {
    const problem = result?.problem ?? null;
    return [{ ...common, name, dna: null, share: null, sites_in_clones: [], vendor_problem: null, problem }];
  }
  const start = wishes.prefix.length + 3 * headLength(protein, options.frame);
  const placed = sites.map(({ position, codon }) => ({ at: start + 3 * position, codon }));
  const variants = libraryDna(result.dna, placed, wishes.avoid);
  return variants.map(({ dna, share, sites: siteList }, index) => ({
    ...common,
    name: variants.length === 1 ? name : `${name}-${index + 1}`,
    dna,
    share,
    sites_in_clones: siteList,
    vendor_problem: vendorProblem(vendor, dna),
    problem: null,
  }));
}

function frameOf({ start_codon, n_tag, c_tag, stop_codon }: DnaRequest): AllOptions["frame"] {
  return { startCodon: start_codon, nTag: n_tag ?? "", cTag: c_tag ?? "", stopCodon: stop_codon };
}

/** Returns one protein for each chain; those of two chains are named `D001_H` and `D001_L`. */
function chainsOfProtein<P extends { name: string; sequence: string }>(protein: P): P[] {
  const chains = chainsOf(protein.sequence);
  if (chains.length === 1) return [protein];
  return chains
    .filter(({ start, end }) => end > start)
    .map(({ prefix, start, end }) => ({
      ...protein,
      name: `${protein.name}_${prefix.slice(0, -1)}`,
      sequence: protein.sequence.slice(start, end),
    }));
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

function parentOf(layout: StoredLayout, request: DnaRequest): KeptParent | null {
  if (!request.keep_parent_codons) return null;
  return { protein: parentProtein(layout, "keep_parent_codons"), dna: request.parent_dna };
}

function wishesOf(request: DnaRequest, codons: DnaWishes["codons"]): DnaWishes {
  const { gc, gc_window: window } = request;
  return {
    codons,
    avoid: avoidedSites(request),
    gc: gc && { low: gc[0], high: gc[1], window },
    maxHomopolymer: request.max_homopolymer,
    maxRepeat: request.max_repeat,
    prefix: request.prefix,
    suffix: request.suffix,
  };
}

function csvOf(rows: readonly DnaRow[], vendor: DnaRequest["vendor"]): string {
  const layout = vendorLayout(vendor) ?? NAMES_AND_SEQUENCES;
  const written = rows.flatMap(({ name, dna, vendor_problem: broken }) =>
    dna === null || broken !== null ? [] : [layout.row(name, dna)],
  );
  return csvText(layout.columns, written);
}
