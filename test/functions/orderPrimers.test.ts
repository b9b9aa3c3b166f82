import { translate } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { beforeAll, describe, expect, it } from "vitest";
import { request } from "#test/support/http.ts";
import { type Lab, sharedLab, startCsvLoad } from "#test/support/lab.ts";
import { reverseComplement } from "../../shared/science/backTranslation/avoidedSite.ts";
import { plainCodons } from "../../shared/science/degenerateCodons/degenerateCodon.ts";
import { simulateReaction } from "../../shared/science/primers/simulateReaction.ts";

const PARENT = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQFEVVHSLAKWKR";
/** One codon of each amino acid. */
const CODONS = "GCGTGCGATGAATTTGGCCATATTAAACTGATGAACCCGCAGCGTAGCACCGTGTGGTAT".match(/.../g) ?? [];
const CODING = [...PARENT].map((residue) => CODONS["ACDEFGHIKLMNPQRSTVWY".indexOf(residue)]).join("");
const random = createRandom("backbone");
const BACKBONE = Array.from({ length: 1_500 }, () => "ACGT"[random.integer(4)]).join("");
/** Circular plasmid with the coding region on the other strand, across the ends of the text. */
const PLASMID = reverseComplement(`${CODING.slice(90)}TAA${BACKBONE}${CODING.slice(0, 90)}`);

const DESIGNS = {
  substitution: `${PARENT.slice(0, 20)}W${PARENT.slice(21)}`,
  distant: `${PARENT.slice(0, 10)}W${PARENT.slice(11, 60)}G${PARENT.slice(61)}`,
  insertion: `${PARENT.slice(0, 40)}GSG${PARENT.slice(40)}`,
  deletion: `${PARENT.slice(0, 50)}${PARENT.slice(54)}`,
};

interface PrimersView {
  codon_usage: string;
  primers: { name: string; sequence: string; annealing: number; tm: number; plate: number; well: string }[];
  designs: {
    name: string;
    role: string;
    share: number | null;
    product_bases: number;
    reactions: { forward: string; reverse: string; tm: number; dimer: number }[];
    warnings: string[];
    problem: string | null;
  }[];
  file: { content: string };
}

let lab: Lab;
let order: string;

beforeAll(async () => {
  lab = await sharedLab();
  const rows = Object.entries(DESIGNS).map(([name, sequence]) => ({ name, sequence, parent: PARENT }));
  ({ id: order } = await lab.api.post<{ id: string }>("/project/order:create", {
    project_id: lab.projectId,
    name: "primers",
    designs: { kind: "LITERAL", rows },
    plates: [{ format: 96, controls: [{ kind: "PARENT" }, { kind: "BLANK" }] }],
  }));
});

const primersOf = (body: object): Promise<PrimersView> =>
  lab.api.post(`/project/order:primers?id=${order}`, { host: "E_COLI", template: PLASMID, ...body });

/** Makes a plasmid from the primers in a response. */
function made(
  { primers, designs }: PrimersView,
  name: string,
  method: "BACK_TO_BACK" | "OVERLAPPING",
): string {
  const primer = (wanted: string) => {
    const found = primers.find((one) => one.name === wanted);
    return { sequence: found?.sequence ?? "", annealing: found?.annealing ?? 0, tm: found?.tm ?? 0 };
  };
  const { reactions = [] } = designs.find((one) => one.name === name) ?? {};
  const pairs = reactions.map(({ forward, reverse }) => ({
    forward: primer(forward),
    reverse: primer(reverse),
  }));
  const product = simulateReaction(PLASMID, pairs, method);
  if ("problem" in product) throw new Error(product.problem);
  return product.circular;
}

function codesFor(circular: string, protein: string): boolean {
  return [circular + circular, reverseComplement(circular + circular)].some((strand) =>
    [0, 1, 2].some((frame) => translate(strand.slice(frame)).includes(`${protein}*`)),
  );
}

describe("the primers of an order", () => {
  it.each(["BACK_TO_BACK", "OVERLAPPING"] as const)(
    "make the plasmid of every design: %s",
    async (method) => {
      const result = await primersOf({ method, format: 96, avoid: ["BsaI"] });
      expect(result.designs.map(({ name, problem }) => [name, problem])).toEqual(
        Object.keys(DESIGNS).map((name) => [name, null]),
      );
      for (const [name, sequence] of Object.entries(DESIGNS)) {
        const circular = made(result, name, method);
        expect(codesFor(circular, sequence)).toBe(true);
        expect(result.designs.find((one) => one.name === name)?.product_bases).toBe(circular.length);
      }
      expect(result.designs.map(({ reactions }) => reactions.length)).toEqual([1, 2, 1, 1]);
      expect(result.primers.slice(0, 2).map(({ plate, well }) => [plate, well])).toEqual([
        [1, "A01"],
        [1, "A02"],
      ]);
      expect(new Set(result.primers.map(({ sequence }) => sequence)).size).toBe(result.primers.length);
      expect(result.file.content.split("\n")).toHaveLength(result.primers.length + 2);
      expect(await primersOf({ method, format: 96, avoid: ["BsaI"] })).toEqual(result);
    },
  );

  it("contain the degenerate codons of a library, one pair for each part of a mixture", async () => {
    const library = [
      { position: 21, codons: "22C" },
      { position: 22, codons: "NDT" },
    ];
    const result = await primersOf({ library });
    const made = result.designs.filter(({ role }) => role === "LIBRARY");
    expect(made.map(({ name, share }) => [name, share])).toEqual([
      ["library-1", 12 / 22],
      ["library-2", 9 / 22],
      ["library-3", 1 / 22],
    ]);
    const forward = result.primers.filter(({ name }) => name.startsWith("library"));
    expect(forward.map(({ sequence }) => sequence.slice(0, 6)).sort()).toEqual([
      "NDTNDT",
      "TGGNDT",
      "VHGNDT",
    ]);
  });

  it("are refused for a template that does not code for the parent once", async () => {
    for (const [body, loc, message] of [
      [{ template: BACKBONE }, "template", "does not code for the parent"],
      [{ template: PLASMID + PLASMID }, "template", "codes for the parent 2 times"],
      [{ template: CODING }, "template", "fewer than 160 bases"],
      [{ host: null }, "host", "State one of"],
      [{ avoid: ["BsaII"] }, "avoid", "neither a known restriction enzyme"],
      [{ library: [{ position: 500, codons: "NNK" }] }, "position", "has 78 residues"],
      [{ library: [{ position: 5, codons: "NNX" }] }, "codons", "not a degenerate codon"],
    ] as const) {
      const { status, body: answer } = await request(
        "POST",
        `${lab.regionUrl}/v2/workspace/${lab.name}/project/order:primers?id=${order}`,
        { token: lab.token, body: { host: "E_COLI", template: PLASMID, ...body } },
      );
      expect(status).toBe(422);
      expect(answer.detail[0].loc).toContain(loc);
      expect(answer.detail[0].msg).toContain(message);
    }
  });
});

describe("the DNA of an order", () => {
  it("contains a library: the parent with degenerate codons, and the sites that some clones have", async () => {
    const body = {
      host: "E_COLI",
      prefix: "GGTCTCAA",
      stop_codon: "TAA",
      avoid: ["BsaI", "GGSC"],
      library: [
        { position: 2, codons: "NNK" },
        { position: 40, codons: "22c" },
      ],
    };
    const { rows } = await lab.api.post<{
      rows: {
        name: string;
        role: string;
        dna: string;
        share: number;
        sites_in_clones: { site: string; position: number; share: number }[];
      }[];
    }>(`/project/order:dna?id=${order}`, body);
    const made = rows.filter(({ role }) => role === "LIBRARY");
    expect(made.map(({ share }) => share)).toEqual([12 / 22, 9 / 22, 1 / 22]);
    for (const { dna, sites_in_clones: sites } of made) {
      const coding = dna.slice(8).match(/.../g) ?? [];
      expect(coding).toHaveLength(PARENT.length + 1);
      expect(coding[1]).toBe("NNK");
      for (const [at, codon] of coding.entries()) {
        if (at !== 1 && at !== 39 && at < PARENT.length) expect(translate(codon)).toBe(PARENT[at]);
      }
      for (const { position, share } of sites) {
        const possible = dna.slice(position - 1, position + 3);
        expect(plainCodons(possible.slice(0, 3)).length).toBeGreaterThan(0);
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThan(1);
      }
    }
    const mixed = made.map(({ dna }) => dna.slice(8 + 3 * 39, 8 + 3 * 40));
    expect(mixed).toEqual(["NDT", "VHG", "TGG"]);
  });

  it("has the layout and the limits of a vendor that describes them", async () => {
    const { id } = await lab.api.post<{ id: string }>("/project/order:create", {
      project_id: lab.projectId,
      name: "pool",
      designs: {
        kind: "LITERAL",
        rows: [
          { name: "short", sequence: "MKTAYIAKQRQ", parent: "MKTAYIAKQRQ" },
          { name: "long", sequence: "A".repeat(77), parent: "MKTAYIAKQRQ" },
          { name: "library", sequence: "MKTAYIAKQRQI", parent: "MKTAYIAKQRQ" },
        ],
      },
    });
    const body = { host: "E_COLI", vendor: "AGILENT_POOL", library: [{ position: 3, codons: "NNK" }] };
    const { rows, file } = await lab.api.post<{
      rows: { name: string; dna: string; vendor_problem: string | null }[];
      file: { content: string; is_verified: boolean; note: string };
    }>(`/project/order:dna?id=${id}`, body);
    expect(rows.map(({ name, vendor_problem }) => [name, vendor_problem])).toEqual([
      ["short", null],
      ["long", "AGILENT_POOL accepts 30 to 230 bases, but this has 231."],
      ["library", null],
      ["degenerate-library", "AGILENT_POOL accepts only A, C, G and T, but base 7 is N."],
    ]);
    expect(file.content).toBe(
      `SequenceName,Sequence,Replication\nshort,${rows[0]?.dna},1\nlibrary,${rows[2]?.dna},1\n`,
    );
    expect([file.is_verified, file.note]).toEqual([true, expect.stringContaining("read on 2026-11-29")]);
  });

  it("uses the codons of imported coding sequences", async () => {
    const columns = [{ name: "sequence", type: "STRING" }];
    const genes = [CODONS.join(""), `${CODONS.join("")}TAA`, "ATGNNN", "ATGTAAATG"];
    const csv = `sequence\n${genes.join("\n")}\n`;
    await lab.api.settled(await startCsvLoad(lab, "genes_of_a_host", columns, csv));
    const coding_sequences = { kind: "TABLE", table: "genes_of_a_host" };
    const { rows, codon_usage } = await lab.api.post<{ rows: { dna: string }[]; codon_usage: string }>(
      `/project/order:dna?id=${order}`,
      { coding_sequences },
    );
    expect(codon_usage).toBe(
      'The codons of 2 coding sequences of the table "genes_of_a_host"; 2 others are not complete',
    );
    for (const codon of rows[0]?.dna.match(/.../g) ?? []) expect(CODONS).toContain(codon);
    await expect(
      lab.api.post(`/project/order:dna?id=${order}`, {
        coding_sequences: { kind: "TABLE", table: "no_genes" },
      }),
    ).rejects.toThrow("no_genes");
  });
});
