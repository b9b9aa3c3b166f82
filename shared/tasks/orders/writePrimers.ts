import { DomainError, invalidField } from "@pdp/basics/errors";
import { translate } from "@pdp/basics/proteins";
import { formatCount } from "@pdp/basics/wording";
import {
  codingRegions,
  combineParts,
  type DesignPrimers,
  editPrimers,
  type OpenPlasmid,
  openPlasmid,
  type PrimerOptions,
  variantPrimers,
  type WrittenCodons,
} from "@pdp/science/dna";
import type { PrimedDesign, PrimersRequest, PrimersResult } from "#shared/domain/orders/primersRequest.ts";
import { requireLayout, type StoredLayout } from "#shared/history/orderLayouts.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { getOrder } from "#shared/store/orders.ts";
import { avoidedSites, codonUsage } from "./codonUsage.ts";
import { csvText } from "./csvText.ts";
import { codonsOfLibrary, libraryName, orderProteins, parentProtein } from "./orderProteins.ts";
import { PrimerList } from "./primerList.ts";

export interface PrimersInput {
  orderId: string;
  request: PrimersRequest;
}

const METHOD =
  "Melting temperatures: nearest neighbors with the unified parameters and the salt correction of SantaLucia 1998, magnesium as sodium after von Ahsen 2001. Hairpins and dimers: uninterrupted stems in 1 mol/L NaCl; loops of SantaLucia & Hicks 2004.";

/** Designs mutagenesis primers for the designs of an order. */
export const writePrimers: Job<PrimersInput, PrimersResult> = {
  name: "writePrimers",
  kind: "query",
  run: async (scope, { orderId, request }, signal) => {
    const order = await getOrder(scope, orderId);
    const layout = await requireLayout(scope, order);
    const usage = await codonUsage(scope, order, request, signal);
    const written = { codons: usage.table, avoid: avoidedSites(request) };
    const { designs, list } = primedDesigns(layout, request, written);
    const primers = list.rows(request.format);
    const cells = primers.map(({ name, sequence, plate, well }) => [name, sequence, plate, well]);
    return {
      codon_usage: usage.source,
      method: METHOD,
      primers,
      designs,
      file: {
        filename: `primers-${orderId}.csv`,
        content: csvText(["name", "sequence", "plate", "well"], cells),
        is_verified: false,
        note: null,
      },
    };
  },
  stopped: () =>
    new DomainError(
      "malformed",
      "query_too_complex",
      "Designing these primers requires too much time or memory. Split the order.",
    ),
};

function primedDesigns(layout: StoredLayout, request: PrimersRequest, written: WrittenCodons) {
  const parent = parentProtein(layout, "template");
  const plasmid = plasmidOf(request.template, parent);
  const options: PrimerOptions = {
    method: request.method,
    minTm: request.min_tm,
    overlap: request.overlap,
    conditions: {
      primer: request.primer_nm,
      monovalent: request.monovalent_mm,
      magnesium: request.magnesium_mm,
      nucleotides: request.nucleotides_mm,
    },
  };
  const list = new PrimerList(options);
  const designs: PrimedDesign[] = [];
  for (const { name, role, sequence } of orderProteins(layout)) {
    if (role === "PARENT" || sequence === parent) continue;
    const designed = variantPrimers(plasmid, parent, sequence, written, options);
    designs.push({ ...list.add(name, designed), role, share: null });
  }
  for (const { designed, share, name } of libraryPrimers(
    request,
    libraryName(layout),
    parent,
    plasmid,
    written,
    options,
  ))
    designs.push({ ...list.add(name, designed), role: "LIBRARY", share });
  return { designs, list };
}

interface PrimedLibrary {
  name: string;
  share: number;
  designed: DesignPrimers;
}

/** Designs primers with degenerate codons: those of a mixture are combined. */
function libraryPrimers(
  { library }: PrimersRequest,
  libraryName: string,
  parent: string,
  plasmid: OpenPlasmid,
  { avoid }: WrittenCodons,
  options: PrimerOptions,
): PrimedLibrary[] {
  if (library === null) return [];
  const placed = codonsOfLibrary(library, parent)
    .sort((a, b) => a.position - b.position)
    .map(({ position, codon }) => ({ at: plasmid.start + 3 * position, codon }));
  const combined = combineParts(placed);
  return combined.map(({ parts, share }, index) => {
    const edits = parts.map(({ at, part }) => ({ from: at, to: at + 3, dna: part }));
    return {
      name: combined.length === 1 ? libraryName : `${libraryName}-${index + 1}`,
      share,
      designed: editPrimers(plasmid, edits, avoid, options),
    };
  });
}

function plasmidOf(template: string, parent: string): OpenPlasmid {
  const loc = ["body", "template"];
  const regions = codingRegions(template, parent, translate);
  const [region] = regions;
  if (region === undefined)
    throw invalidField(
      loc,
      `The template does not code for the parent of ${formatCount(parent.length, "residue")} on either strand. Provide the complete sequence of the plasmid with this parent`,
    );
  if (regions.length > 1)
    throw invalidField(
      loc,
      `The template codes for the parent ${regions.length} times. Provide a plasmid with one copy`,
    );
  const plasmid = openPlasmid(region, 3 * parent.length);
  if (plasmid) return plasmid;
  throw invalidField(
    loc,
    "The template has fewer than 160 bases outside the coding region. Provide the complete sequence of the circular plasmid",
  );
}
