import { createRandom } from "@pdp/basics/statistics";
import { LIABILITIES } from "@pdp/science/antibodies";
import { describe, expect, it, test } from "vitest";
import { findLiabilities } from "../../shared/science/antibodies/liabilities.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { type Designed, runTask, type Trained } from "../support/designLab.ts";
import { request } from "../support/http.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { Pdp } from "../support/pdp.ts";

/** An antibody campaign over HTTP: from a spreadsheet of both chains to designs on a plate, and from their results to the next model. */

const VH =
  "QVQLVQSGAEVKKPGASVKVSCKASGYTFTSYYMHWVRQAPGQGLEWMGIINPSGGSTSYAQKFQGRVTMTRDTSTSTVYMELSSLRSEDTAVYYCARDYYGSSYWYFDVWGQGTLVTVSS";
const VL =
  "EIVLTQSPATLSLSPGERATLSCRASQSVSSYLAWYQQKPGQAPRLLIYDASNRATGIPARFSGSGSGTDFTLTISSLEPEDFAVYYCQQRSNWPPTFGQGTKVEIK";
/** Zero-based positions of mutations: CDR-H1, CDR-H2 and CDR-H3, CDR-L1 and CDR-L3. */
const HEAVY_SITES = [30, 31, 32, 53, 54, 56, 99, 100, 103];
const LIGHT_SITES = [29, 30, 91, 92, 93];
const ALLOWED = "AEFKLQRSTVWY";
const FIRST_ROWS = 96;

/** Logarithm of the affinity: effects add up, and one pair across the chains helps. */
function affinity(vh: string, vl: string): number {
  const effect = (letter: string, at: number): number => Math.sin(letter.charCodeAt(0) * 0.7 + at);
  const sum = (chain: string, sites: readonly number[], own: string): number =>
    sites.reduce((total, at) => total + 0.25 * (effect(chain[at]!, at) - effect(own[at]!, at)), 0);
  const pair = vh[99] === "W" && vl[91] === "R" ? 0.5 : 0;
  return 8 + sum(vh, HEAVY_SITES, VH) + sum(vl, LIGHT_SITES, VL) + pair;
}

/** Spreadsheet with names of an ordinary laboratory. */
function spreadsheet(): string {
  const random = createRandom("antibody campaign");
  const mutate = (chain: string, sites: readonly number[], count: number): string => {
    const letters = [...chain];
    for (let turn = 0; turn < count; turn += 1)
      letters[sites[random.integer(sites.length)]!] = ALLOWED[random.integer(ALLOWED.length)]!;
    return letters.join("");
  };
  const rows = Array.from({ length: FIRST_ROWS }, (_, index) => {
    const hc = index === 0 ? VH : mutate(VH, HEAVY_SITES, 1 + random.integer(2));
    const lc = index === 0 ? VL : mutate(VL, LIGHT_SITES, random.integer(3));
    return `mAb-${index},${hc},${lc},${(affinity(hc, lc) + 0.05 * random.normal()).toFixed(3)}`;
  });
  return `clone,hc_protein,lc_protein,p_kd\n${rows.join("\n")}\n`;
}

async function load(lab: Lab, round: string, csv: string): Promise<void> {
  const columns = ["clone", "hc_protein", "lc_protein"].map((name) => ({ name, type: "STRING" }));
  const tables = { binders: { columns: [...columns, { name: "p_kd", type: "FLOAT64" }], format: "CSV" } };
  const context = { kind: "ROUND", round_id: round };
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", { context, tables });
  await lab.api.upload(id, "binders", "binders.csv", csv);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  expect((await lab.api.settled(id)).state).toBe("COMPLETED");
}

describe("an antibody campaign", () => {
  it("an antibody goes from a spreadsheet of both chains to designs on a plate, and to a second round", async () => {
    const lab = await newLab();
    const round = async (name: string): Promise<string> =>
      (await lab.api.post<{ id: string }>("/round:create", { project_id: lab.projectId, name })).id;
    const rowsOf = async <T>(sql: string): Promise<T[]> =>
      (await lab.api.query(sql)).toArray().map((row) => ({ ...row })) as T[];
    await load(lab, await round("one"), spreadsheet());

    // The columns of heavy and light chains are recognized by their sequences.
    const dataset = { kind: "TABLE", table: "binders" };
    const reference = { vh: VH, vl: VL };
    const assays = [{ assay_id: "p_kd", scale_type: "ADDITIVE" }];
    const analysis = await runTask<Trained>(lab, "analyze.data/v2", { dataset, reference, assays });
    const path = `/data/artifact:download?id=${analysis.result.report.artifact_id}&format=html`;
    const { body: report } = await request("GET", `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, lab);
    for (const cdr of ["GYTFTSYY", "INPSGGST", "ARDYYGSSYWYFDV", "QSVSSY", "QQRSNWPPT"])
      expect(report).toContain(cdr);

    const train = () =>
      runTask<Trained>(lab, "train/v2", {
        data: { kind: "VHVL", homologs: null, dataset },
        reference,
        assays,
        primary_objective: null,
        seed: 1,
      });
    const { models } = (await train()).result;
    const designed = await runTask<Designed>(lab, "engineer/v2", {
      generator: {
        type: "MODEL_BASED",
        template: { kind: "VHVL", assembly: reference, sampler: models.sampler },
        requirements: [{ apply_to: { region: "FR", scheme: "IMGT" }, motifs: [], operator: "keep" }],
        forbid_liabilities: LIABILITIES,
        max_mutations: 4,
      },
      ranker: {
        type: "SCORE_BASED",
        primary_objective: {
          measure: { assay_id: "p_kd", direction: "MAXIMIZE" },
          reference: { reference },
        },
        scorer_config: { kind: "VHVL_SCORER", scorer: models.scorer },
      },
      num_assemblies: 48,
      seed: 1,
    });
    const designs = await rowsOf<{ vh: string; vl: string; liabilities: bigint; new_liabilities: string }>(
      `SELECT * FROM ${designed.result.selected_assemblies.table} ORDER BY rank`,
    );
    expect(designs).toHaveLength(48);
    const kinds = ["N_GLYCOSYLATION", "DEAMIDATION", "ISOMERIZATION"];
    const before = [VH, VL].map((chain) => findLiabilities(chain).filter(({ kind }) => kinds.includes(kind)));
    for (const { vh, vl, new_liabilities } of designs) {
      expect(new_liabilities).toBe("");
      expect([vh.slice(0, 25), vh.slice(38, 50), vl.slice(0, 26)]).toEqual([
        VH.slice(0, 25),
        VH.slice(38, 50),
        VL.slice(0, 26),
      ]);
      // Motifs of the frameworks stay; the template has some in its CDRs, which designs no longer have.
      for (const [chain, own] of [vh, vl].entries())
        expect(findLiabilities(own).filter(({ kind }) => kinds.includes(kind)).length).toBeLessThanOrEqual(
          before[chain]!.length,
        );
    }

    const order = await lab.api.post<{
      id: string;
      wells: { name: string; role: string; sequence: string | null }[];
    }>("/project/order:create", {
      project_id: lab.projectId,
      name: "round two",
      designs: { kind: "TASK_RESULT", task_id: designed.id },
      plates: [{ format: 96, controls: [{ kind: "PARENT", replicates: 4 }] }],
    });
    const wells = order.wells.filter(({ role }) => role === "DESIGN");
    expect(wells.map(({ sequence }) => sequence)).toEqual(designs.map(({ vh, vl }) => `${vh}/${vl}`));
    expect(order.wells.find(({ role }) => role === "PARENT")?.sequence).toBe(`${VH}/${VL}`);
    const { rows: dna } = await lab.api.post<{ rows: { name: string; dna: string | null }[] }>(
      `/project/order:dna?id=${order.id}`,
      { host: "HUMAN" },
    );
    expect(dna.filter(({ name }) => /^D\d+_[HL]$/.test(name) && name !== null)).toHaveLength(96);

    const results = wells.map(({ name, sequence }) => {
      const [vh = "", vl = ""] = (sequence ?? "").split("/");
      return `${name},${vh},${vl},${affinity(vh, vl).toFixed(3)}`;
    });
    await load(lab, await round("two"), `clone,hc_protein,lc_protein,p_kd\n${results.join("\n")}\n`);
    const [best] = await rowsOf<{ first: number; second: number }>(
      `SELECT max(p_kd) FILTER (WHERE clone LIKE 'mAb%') AS first, max(p_kd) FILTER (WHERE clone LIKE 'D%') AS second FROM binders`,
    );
    expect(best!.second).toBeGreaterThan(best!.first);
    const again = await train();
    expect(again.result.models).toMatchObject({ kind: "VH_VL" });

    await byCommandLine(lab, again.id);
  });
});

/** Designs from the second models, with the command line: the same wishes, and files with both chains. */
async function byCommandLine(lab: Lab, trained: string): Promise<void> {
  const pdp = await Pdp.open(lab);
  try {
    const wishes = ["--protect-region", "FR", "--forbid", "deamidation", "--allow-start-mutation"];
    const goal = ["--maximize", "p_kd", "--mutations", "4", "-n", "6", "--every-position"];
    const id = (await pdp.done("engineer", "--models", trained, ...goal, ...wishes)).trim();
    const fasta = await pdp.done("designs", id, "--fasta");
    expect(fasta.match(/^>\S+_H /gm)).toHaveLength(6);
    expect(fasta.match(/^>\S+_[HL]\b/gm)).toHaveLength(12);
  } finally {
    await pdp.close();
  }
}

describeConsole("an antibody in the console", (made) => {
  test("both chains are recognized, trained, designed in the CDRs and ordered", async () => {
    const { lab } = made;
    const round = await lab.api.post<{ id: string }>("/round:create", {
      project_id: lab.projectId,
      name: "one",
    });
    await load(lab, round.id, spreadsheet());
    const page = await made.console.open(`/w/${lab.name}/train?table=binders`);
    await page
      .getByText("121 residues; proposed from the rows. Compared with the column hc_protein.")
      .waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("link", { name: "Design variants" }).last().waitFor();
    const tasks = async () =>
      (await lab.api.get<{ items: { id: string; state: string }[] }>("/task:list")).items;
    await expect.poll(async () => (await tasks())[0]?.state, { timeout: 60_000 }).toBe("COMPLETED");
    const [training] = await tasks();

    await page.goto(new URL(`/w/${lab.name}/design?models=${training?.id}`, page.url()).href);
    await page.getByRole("button", { name: "Change only the CDRs" }).click();
    await page.getByLabel("deamidation").check();
    await page.getByLabel("Designs", { exact: true }).fill("12");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Design", exact: true }).click();
    await page.getByRole("link", { name: "Designs and order list" }).click();
    await page.getByRole("heading", { name: "Heavy chain" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "D001" }).click();
    await page.getByRole("heading", { name: "Antibody" }).waitFor();
    expect(await page.locator(".marked-sequence .cdr3").count()).toBeGreaterThan(1);
    await expectAccessible(page);

    await page.goto(new URL(`/w/${lab.name}/tables/binders?tab=heatmap`, page.url()).href);
    await page.getByLabel("Chain", { exact: true }).selectOption("light");
    await page.getByRole("heading", { name: "p_kd, by position and residue" }).waitFor();
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });
});
