import { EXAMPLE_ID } from "#shared/domain/id.ts";
import type { DnaResult } from "#shared/domain/orders/dnaRequest.ts";
import type { Order, OrderSummary } from "#shared/domain/orders/order.ts";
import type { PrimersResult } from "#shared/domain/orders/primersRequest.ts";
import { exampleRound, USER } from "./examples.ts";

/** Designs of the second round, on a plate with controls. */
export const exampleOrderSummary: OrderSummary = {
  id: EXAMPLE_ID.order,
  created_at: "2026-04-20T10:00:00.000Z",
  created_by: USER,
  updated_at: "2026-04-20T10:00:00.000Z",
  updated_by: USER,
  archived_at: null,
  archived_by: null,
  project_id: EXAMPLE_ID.project,
  round_id: exampleRound.id,
  name: "Plate of round 2",
  design_count: 1,
  plate_count: 1,
  seed: "7",
  erased_at: null,
};

export const exampleOrder: Order = {
  ...exampleOrderSummary,
  wells: [
    { plate: 1, well: "A01", name: "D001", role: "DESIGN", mutations: "S3A", sequence: "MNAPRASRLM" },
    { plate: 1, well: "A02", name: "reference", role: "PARENT", mutations: "", sequence: "MNSPRASRLM" },
    { plate: 1, well: "A03", name: "blank", role: "BLANK", mutations: "", sequence: null },
  ],
};

export const exampleOrderCreate = {
  project_id: EXAMPLE_ID.project,
  round_id: EXAMPLE_ID.round,
  name: "Plate of round 2",
  designs: { kind: "TASK_RESULT", task_id: EXAMPLE_ID.task },
  plates: [
    {
      format: 96,
      controls: [
        { kind: "PARENT", replicates: 3 },
        { kind: "BLANK", replicates: 3 },
      ],
      layout: "RANDOM",
      keep_edges_free: true,
    },
  ],
  seed: 7,
};

export const exampleOrderDna: DnaResult = {
  codon_usage: "E_COLI: Codon Usage Database (Nakamura et al. 2000), python_codon_tables 0.1.18, CC0",
  rows: [
    {
      name: "D001",
      role: "DESIGN",
      dna: "ATGAACGCGCCGCGCGCGAGCCGCCTGATGTAA",
      checks: {
        bases: 33,
        gc: 0.636,
        gc_range: [0.636, 0.636],
        longest_homopolymer: 2,
        codon_adaptation_index: 0.83,
        sites_in_ends: [],
      },
      share: null,
      sites_in_clones: [],
      vendor_problem: null,
      problem: null,
    },
  ],
  file: {
    filename: `order-${EXAMPLE_ID.order}.csv`,
    content: "name,sequence\nD001,ATGAACGCGCCGCGCGCGAGCCGCCTGATGTAA\n",
    is_verified: false,
    note: null,
  },
};

export const exampleOrderPrimers: PrimersResult = {
  codon_usage: exampleOrderDna.codon_usage,
  method: "Melting temperatures: nearest neighbors with the unified parameters of SantaLucia 1998",
  primers: [
    {
      name: "D001-F1",
      sequence: "GCGGGTCTGTACAGTACGTACTG",
      annealing: 20,
      tm: 61.2,
      hairpin: -1.4,
      self_dimer: -5.1,
      plate: 1,
      well: "A01",
    },
    {
      name: "D001-R1",
      sequence: "CGACATTGCTATTGTTATCCG",
      annealing: 21,
      tm: 60.8,
      hairpin: 0,
      self_dimer: -2.9,
      plate: 1,
      well: "A02",
    },
  ],
  designs: [
    {
      name: "D001",
      role: "DESIGN",
      share: null,
      product_bases: 5_369,
      reactions: [{ forward: "D001-F1", reverse: "D001-R1", tm: 60.8, dimer: -4.2 }],
      warnings: [],
      problem: null,
    },
  ],
  file: {
    filename: `primers-${EXAMPLE_ID.order}.csv`,
    content:
      "name,sequence,plate,well\nD001-F1,GCGGGTCTGTACAGTACGTACTG,1,A01\nD001-R1,CGACATTGCTATTGTTATCCG,1,A02\n",
    is_verified: false,
    note: null,
  },
};
