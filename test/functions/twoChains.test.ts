import { createRandom } from "@pdp/basics/statistics";
import { beforeAll, describe, expect, it } from "vitest";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import type { ProjectSummary } from "#shared/domain/projectSummary.ts";
import { type Designed, type Predicted, runTask, type Trained } from "../support/designLab.ts";
import { request } from "../support/http.ts";
import { type Lab, sharedLab, startCsvLoad } from "../support/lab.ts";

const VH =
  "EVQLVESGGGLVQPGGSLRLSCAASGFTFSSYAMSWVRQAPGKGLEWVSAISGSGGSTYYADSVKGRFTISRDNSKNTLYLQMNSLRAEDTAVYYCAKDRGGYFDYWGQGTLVTVSS";
const VL =
  "DIQMTQSPSSLSASVGDRVTITCRASQSISSYLNWYQQKPGKAPKLLIYAASSLQSGVPSRFSGSGSGTDFTLTISSLQPEDFATYYCQQSYSTPLTFGGGTKVEIK";
const LETTERS = "ACDEFGHIKLMNPQRSTVWY";

interface PairRow {
  vh: string;
  vl: string | null;
  binding: number;
}

let lab: Lab;
let pairs: PairRow[];
let models: Record<"sampler" | "scorer", { artifact_id: string }>;

/** Variants of both chains; W at heavy 31 and light 30 improve binding. */
function pairRows(): PairRow[] {
  const random = createRandom("antibody pairs");
  const mutate = (sequence: string, at: number) => {
    const letters = [...sequence];
    letters[random.integer(letters.length)] = LETTERS[random.integer(20)]!;
    if (random.uniform() < 0.4) letters[at] = "W";
    return letters.join("");
  };
  return Array.from({ length: 60 }, () => {
    const [vh, vl] = [mutate(VH, 30), mutate(VL, 29)];
    const gain = (vh[30] === "W" ? 1 : 0) + (vl[29] === "W" ? 0.6 : 0);
    return { vh, vl, binding: 5 + gain + 0.05 * random.normal() };
  });
}

const assays = [{ assay_id: "binding", scale_type: "ADDITIVE" }];
const literal = (rows: object[]) => ({ kind: "LITERAL", rows });

function create(type: string, parameters: object) {
  return request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}/task/${type}:create`, {
    ...lab,
    body: { context: { kind: "PROJECT", project_id: lab.projectId }, parameters },
  });
}

const rowsOf = async <T>(table: string): Promise<T[]> =>
  (await lab.api.query(`SELECT * FROM ${table} ORDER BY 1`)).toArray().map((row) => ({ ...row })) as T[];

const likelihood = () => ({
  type: "LIKELIHOOD_BASED",
  sampler_config: {
    kind: "VHVL_SAMPLER",
    sampler: models.sampler,
    reference_assembly: { vh: VH, vl: VL },
  },
});

const template = () => ({ kind: "VHVL", assembly: { vh: VH, vl: VL }, sampler: models.sampler });

beforeAll(async () => {
  lab = await sharedLab();
  pairs = pairRows();
  const columns = ["vh", "vl"].map((name) => ({ name, type: "STRING" }));
  const lines = pairs.map(({ vh, vl, binding }) => `${vh},${vl},${binding}`);
  const csv = `vh,vl,binding\n${lines.join("\n")}\n`;
  await lab.api.settled(
    await startCsvLoad(lab, "binding_pairs", [...columns, { name: "binding", type: "FLOAT64" }], csv),
  );
  const { result } = await runTask<Trained>(lab, "train/v2", {
    data: { kind: "VHVL", homologs: null, dataset: { kind: "TABLE", table: "binding_pairs" } },
    reference: { vh: VH, vl: VL },
    assays,
    primary_objective: null,
    seed: 1,
  });
  models = result.models;
});

describe("models of two chains", () => {
  it("a training run with columns vh and vl returns models of kind VH_VL", () => {
    expect(models).toMatchObject({ kind: "VH_VL", conditioned_sampler: null });
  });

  it("an analysis of two chains names positions by chain", async () => {
    const { result } = await runTask<Trained>(lab, "analyze.data/v2", {
      dataset: literal(pairs),
      reference: { vh: VH, vl: VL },
      assays,
    });
    const path = `/data/artifact:download?id=${result.report.artifact_id}&format=html`;
    const { body } = await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, lab);
    expect(body).toContain("H:S31W");
    expect(body).toContain("L:S30W");
    expect(body).not.toContain(`${VH}/`);
  });

  it("designs of two chains have columns vh and vl, and mutations with their chain", async () => {
    const task = await runTask<Designed>(lab, "engineer/v2", {
      generator: { type: "MODEL_BASED", template: template(), max_mutations: 3 },
      ranker: {
        type: "SCORE_BASED",
        primary_objective: {
          measure: { assay_id: "binding", direction: "MAXIMIZE" },
          reference: { reference: { vh: VH, vl: VL } },
        },
        scorer_config: { kind: "VHVL_SCORER", scorer: models.scorer },
      },
      num_assemblies: 8,
      seed: 1,
    });
    expect(task.parameters).toMatchObject({ generator: { template: { assembly: { vh: VH, vl: VL } } } });
    const summary = await lab.api.get<ProjectSummary>(`/project:summary?id=${lab.projectId}`);
    const bound = summary.assays.find(({ assay_id }) => assay_id === "binding");
    const [best] = pairs.toSorted((one, other) => other.binding - one.binding);
    expect(bound).toMatchObject({ problem: null, best_sequence: `${best?.vh}/${best?.vl}`, values: 60 });
    const counts = [...summary.rounds, summary.outside_rounds].map(({ designs }) => designs);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(8);
    expect(JSON.stringify(task.parameters)).not.toContain("monomer");
    const rows = await rowsOf<Record<string, string>>(task.result.selected_assemblies.table);
    expect(rows).toHaveLength(8);
    for (const row of rows) {
      expect(row.vh).toHaveLength(VH.length);
      expect(row.vl).toHaveLength(VL.length);
      expect(row).toMatchObject({ parent_vh: VH, parent_vl: VL });
      expect(row.mutations).toMatch(/^[HL]:[A-Z]\d+[A-Z]( [HL]:[A-Z]\d+[A-Z])*$/);
    }
    expect(rows.some(({ mutations }) => mutations!.includes("H:S31W"))).toBe(true);

    const selected = await runTask<Designed>(lab, "select/v2", {
      assemblies: { kind: "VHVL", source: { kind: "TASK_RESULT", task_id: task.id } },
      ranker: { type: "PRE_RANKED" },
      min_assemblies_to_select: 1,
      max_assemblies_to_select: 4,
    });
    const kept = await rowsOf<Record<string, string>>(selected.result.selected_assemblies.table);
    expect(kept.map(({ vh, vl }) => `${vh} ${vl}`)).toEqual(
      expect.arrayContaining([`${rows[0]!.vh} ${rows[0]!.vl}`]),
    );
  });

  it("diversify keeps the ranges of one chain and mutates the other", async () => {
    const keep = { apply_to: { ranges: { vh: [[0, VH.length]] } }, motifs: [], operator: "keep" };
    const task = await runTask<Designed>(lab, "diversify/v2", {
      generator: { type: "MODEL_BASED", template: template(), requirements: [keep], max_mutations: 3 },
      ranker: {
        type: "LIKELIHOOD_BASED",
        sampler_config: {
          kind: "VHVL_SAMPLER",
          sampler: models.sampler,
          reference_assembly: { vh: VH, vl: VL },
          controls: literal(pairs.slice(0, 3).map(({ vh, vl }) => ({ vh, vl }))),
        },
      },
      num_assemblies: 5,
      seed: 1,
    });
    const rows = await rowsOf<Record<string, string>>(task.result.selected_assemblies.table);
    expect(rows).toHaveLength(5);
    for (const { vh, vl } of rows) expect([vh, vl === VL]).toEqual([VH, false]);
  });

  it("regions are resolved to residues that the task shows, and designs keep them", async () => {
    const keep = { apply_to: { region: "FR", scheme: "KABAT" }, motifs: [], operator: "keep" };
    const task = await runTask<Designed>(lab, "diversify/v2", {
      generator: {
        type: "MODEL_BASED",
        template: template(),
        requirements: [keep],
        forbid_liabilities: ["DEAMIDATION", "ISOMERIZATION", "N_GLYCOSYLATION"],
        max_mutations: 3,
      },
      ranker: likelihood(),
      num_assemblies: 5,
      seed: 1,
    });
    const { generator } = task.parameters as unknown as {
      generator: { requirements: { apply_to: { ranges: Record<string, [number, number][]> } }[] };
    };
    const { ranges } = generator.requirements[0]!.apply_to;
    // Kabat's CDR-H1 is SYAMS, CDR-H2 starts after WVS, CDR-H3 is DRGGYFDY; CDR-L1 is RASQSISSYLN.
    expect(ranges).toEqual({
      vh: [
        [0, 30],
        [35, 49],
        [66, 98],
        [106, VH.length],
      ],
      vl: [
        [0, 23],
        [34, 49],
        [56, 88],
        [97, VL.length],
      ],
    });
    const rows = await rowsOf<Record<string, string>>(task.result.selected_assemblies.table);
    expect(rows).toHaveLength(5);
    for (const { vh, vl } of rows) {
      expect([vh!.slice(0, 30), vh!.slice(35, 49)]).toEqual([VH.slice(0, 30), VH.slice(35, 49)]);
      const cdrs = [
        vh!.slice(30, 35),
        vh!.slice(49, 66),
        vh!.slice(98, 106),
        vl!.slice(23, 34),
        vl!.slice(49, 56),
      ];
      expect(cdrs.join(" ")).not.toMatch(/N[GSTN]|D[GSTDH]/);
    }
  });

  it("predictions of two chains have the columns vh and vl", async () => {
    const task = await runTask<Predicted>(lab, "predict/v1", {
      scorer: models.scorer,
      assemblies: { kind: "VHVL", source: literal(pairs.slice(0, 4).map(({ vh, vl }) => ({ vh, vl }))) },
    });
    const rows = await rowsOf<Record<string, unknown>>(task.result.predictions.table);
    expect(rows.map(({ vh }) => vh).sort()).toEqual(
      pairs
        .slice(0, 4)
        .map(({ vh }) => vh)
        .sort(),
    );
    expect(rows.every(({ binding_mean }) => Number.isFinite(binding_mean))).toBe(true);
    const single = { kind: "MONOMER", source: literal([{ sequence: VH }]) };
    const { body } = await create("predict/v1", { scorer: models.scorer, assemblies: single });
    const path = `${lab.regionUrl}/v2/workspace/${lab.name}/task:get?id=${body.id}&wait_seconds=20`;
    const { state, errors } = (await request("GET", path, lab)).body;
    expect([state, errors]).toEqual([
      "FAILED",
      [expect.stringContaining("The model has a heavy and a light chain, but `assemblies.kind` is MONOMER")],
    ]);
    const scan = await runTask<Predicted>(lab, "predict/v1", {
      scorer: models.scorer,
      template: { vh: VH, vl: VL },
    });
    const all = await rowsOf<Record<string, unknown>>(scan.result.predictions.table);
    expect(all).toHaveLength(1 + 19 * (VH.length + VL.length));
  });
});

describe("chains of cells", () => {
  it("a table of contigs is loaded as proposed, and its view of pairs can be trained on", async () => {
    const regions = ["fwr1", "cdr1", "fwr2", "cdr2", "fwr3", "cdr3", "fwr4"];
    const header = ["barcode", "contig_id", "chain", "v_gene", "j_gene", "productive", ...regions, "umis"];
    // The domain is written in two of its regions; the others are empty in some versions of such files.
    const contig = (cell: number, chain: string, sequence: string, at: number) =>
      [`C${cell}-1`, `C${cell}-1_contig_${at}`, chain, `${chain}V1`, `${chain}J1`, "true"]
        .concat([sequence.slice(0, 25), "", "", "", sequence.slice(25), "", "", "3"])
        .join(",");
    const lines = pairs
      .slice(0, 6)
      .flatMap(({ vh, vl }, cell) => [
        contig(cell, "IGH", vh, 1),
        ...(cell === 0 ? [] : [contig(cell, "IGK", vl ?? "", 2)]),
        ...(cell === 1 ? [contig(cell, "IGL", vl ?? "", 3)] : []),
      ]);
    const content = `${[header.join(","), ...lines].join("\n")}\n`;
    const form = new FormData();
    form.set("file", new File([content], "filtered_contig_annotations.csv"));
    const seen = await lab.api.postForm<FilePreview>(`/data:preview?project_id=${lab.projectId}`, form);
    expect(seen.decisions.map(({ reason }) => reason).join(" ")).toContain(
      "Of 6 cells with a productive heavy or light chain, 4 have one of each, 1 has none of one kind, and 1 has several of one kind.",
    );
    const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { contigs: seen.config },
    });
    await lab.api.upload(id, "contigs", "contigs.csv", content);
    await lab.api.post(`/data/load:finalize?id=${id}`);
    expect((await lab.api.settled(id)).state).toBe("COMPLETED");
    const query = seen.pairs_query?.replaceAll("the_table", "contigs");
    await lab.api.post("/data/table:create", { reference: "contig_pairs", kind: "VIEW", query });
    const rows = await rowsOf<Record<string, string>>("contig_pairs");
    expect(rows.map(({ cell_id, vh, vl, vl_v_gene }) => [cell_id, vh, vl, vl_v_gene])).toEqual(
      pairs.slice(2, 6).map(({ vh, vl }, at) => [`C${at + 2}-1`, vh, vl, "IGKV1"]),
    );
  });
});

describe("single domains", () => {
  it("one of the chains may be null, and rows without the other are not used", async () => {
    const rows = pairs.map(({ vh, binding }, index) => ({ vh: index === 0 ? null : vh, vl: null, binding }));
    const { result } = await runTask<Trained>(lab, "train/v2", {
      dataset: literal(rows),
      reference: { vh: VH, vl: null },
      assays,
    });
    const task = await runTask<Predicted>(lab, "predict/v1", {
      scorer: result.models.scorer,
      assemblies: { kind: "VHVL", source: literal([{ vh: VH, vl: null }]) },
    });
    expect(await rowsOf(task.result.predictions.table)).toMatchObject([{ vh: VH, vl: null, mutations: "" }]);
  });

  it("variants of two chains can be given as mutations", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({
      variant: at === 0 ? "WT" : `H:${VH[at]}${at + 1}W L:${VL[at]}${at + 1}W`,
      binding: at,
    }));
    const dataset = { ...literal(rows), mutations: "variant" };
    await runTask<Trained>(lab, "train/v2", { dataset, reference: { vh: VH, vl: VL }, assays });
    const bad = { ...literal([{ variant: "A23G", binding: 1 }, ...rows]), mutations: "variant" };
    const { body } = await create("train/v2", { dataset: bad, reference: { vh: VH, vl: VL }, assays });
    const path = `${lab.regionUrl}/v2/workspace/${lab.name}/task:get?id=${body.id}&wait_seconds=20`;
    const failed = (await request("GET", path, lab)).body;
    expect(failed.errors.join(" ")).toContain("write H:A23G L:S93T");
  });
});

describe("requests that mix one and two chains", () => {
  const refusals: [string, () => object, string[], string][] = [
    [
      "an assembly with neither chain",
      () => ({ template: { ...template(), assembly: { vh: null, vl: null } } }),
      ["template", "assembly"],
      "At least one of vh and vl must be a sequence",
    ],
    [
      "a range of the other form",
      () => ({
        template: template(),
        requirements: [{ apply_to: { ranges: { monomer: [[0, 3]] } }, motifs: [], operator: "keep" }],
      }),
      ["requirements", "0", "apply_to", "ranges", "monomer"],
      'There is no chain with this name. Ranges can be given for "vh" or "vl"',
    ],
    [
      "a range beyond its chain",
      () => ({
        template: template(),
        requirements: [{ apply_to: { ranges: { vl: [[0, 200]] } }, motifs: [], operator: "keep" }],
      }),
      ["requirements", "0", "apply_to", "ranges", "vl", "0"],
      `The range ends at 200, after the chain's ${VL.length} residues`,
    ],
  ];
  it("the service refuses a kind for one chain with two chains", async () => {
    const { status, body } = await create("diversify/v2", {
      generator: { type: "MODEL_BASED", template: { ...template(), kind: "MONOMER" } },
      ranker: likelihood(),
      num_assemblies: 3,
    });
    expect([status, body.detail[0].loc.slice(3), body.detail[0].msg]).toEqual([
      422,
      ["template", "kind"],
      "The sequence has the form {vh, vl}, so the kind must be VHVL",
    ]);
  });

  it("a region of a chain that the template does not have is refused", async () => {
    const keep = { apply_to: { region: "CDR-H1" }, motifs: [], operator: "keep" };
    const { status, body } = await create("diversify/v2", {
      generator: {
        type: "MODEL_BASED",
        template: {
          ...template(),
          assembly: { vh: "MKTAYIAKQRQISFVKSHFSRQ".padEnd(VH.length, "A"), vl: VL },
        },
        requirements: [keep],
      },
      ranker: likelihood(),
      num_assemblies: 3,
    });
    expect([status, body.detail[0].loc.slice(3), body.detail[0].msg]).toEqual([
      422,
      ["requirements", 0, "apply_to", "region"],
      expect.stringContaining("No heavy chain was recognized"),
    ]);
  });

  it.each(refusals)("the service refuses %s", async (_, part, loc, message) => {
    const { status, body } = await create("diversify/v2", {
      generator: { type: "MODEL_BASED", max_mutations: 3, ...part() },
      ranker: likelihood(),
      num_assemblies: 3,
    });
    const [problem] = body.detail;
    expect([status, problem.msg]).toEqual([422, message]);
    expect(problem.loc.slice(3).map(String)).toEqual(loc);
  });

  it("a model of chains with other lengths does not fit, even if the total is the same", async () => {
    const moved = { vh: VH + VL[0], vl: VL.slice(1) };
    const { status, body } = await create("predict/v1", { scorer: models.scorer, template: moved });
    expect([status, body.detail[0].msg]).toEqual([
      422,
      expect.stringContaining(
        `a protein of ${VH.length} + ${VL.length} residues but the template has ${VH.length + 1} + ${VL.length - 1}`,
      ),
    ]);
  });
});
