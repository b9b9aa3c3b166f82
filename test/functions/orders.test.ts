import { translate } from "@pdp/basics/proteins";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, request } from "#test/support/http.ts";
import { type Lab, otherLab, sharedLab, startCsvLoad } from "#test/support/lab.ts";
import { analysis, variantsCsv, waitForTask } from "#test/support/taskLab.ts";

const PARENT = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQ";
const variant = (at: number, to: string): string => `${PARENT.slice(0, at)}${to}${PARENT.slice(at + 1)}`;

interface OrderView {
  id: string;
  name: string;
  design_count: number;
  plate_count: number;
  wells: { plate: number; well: string; name: string; role: string; sequence: string | null }[];
}

interface DnaView {
  rows: { name: string; role: string; dna: string | null; problem: string | null }[];
  file: { content: string; is_verified: boolean; note: string | null };
}

let lab: Lab;
let project: string;
let round: string;

beforeAll(async () => {
  lab = await sharedLab();
  project = lab.projectId;
  ({ id: round } = await lab.api.post<{ id: string }>("/round:create", { project_id: project, name: "one" }));
  const columns = ["sequence", "mutations", "parent"].map((name) => ({ name, type: "STRING" }));
  const rows = [2, 3, 4, 5].map((at) => `${variant(at, "W")},${PARENT[at]}${at + 1}W,${PARENT}`);
  const load = await startCsvLoad(
    lab,
    "order_designs",
    columns,
    `sequence,mutations,parent\n${rows.join("\n")}\n`,
  );
  await lab.api.settled(load);
});

const body = (changes: object = {}): object => ({
  project_id: project,
  name: "plate",
  designs: { kind: "TABLE", table: "order_designs" },
  ...changes,
});
const create = (changes: object = {}): Promise<OrderView> =>
  lab.api.post("/project/order:create", body(changes));
const post = (path: string, content: object): Promise<Answer> =>
  request("POST", `${lab.regionUrl}/v2/workspace/${lab.name}${path}`, { token: lab.token, body: content });
const dna = (id: string, wishes: object): Promise<DnaView> =>
  lab.api.post(`/project/order:dna?id=${id}`, wishes);

describe("an order", () => {
  it("stores the designs of a table on a plate with controls, and shows them again", async () => {
    const created = await create({
      round_id: round,
      plates: [
        {
          format: 96,
          controls: [{ kind: "PARENT", replicates: 2 }, { kind: "BLANK" }],
          keep_edges_free: true,
        },
      ],
    });
    expect(created).toMatchObject({ project_id: project, round_id: round, design_count: 4, plate_count: 1 });
    const wells = created.wells.map(({ plate, well, name, role }) => `${plate} ${well} ${name} ${role}`);
    expect(wells).toEqual([
      "1 B02 D001 DESIGN",
      "1 B03 D002 DESIGN",
      "1 B04 D003 DESIGN",
      "1 B05 D004 DESIGN",
      "1 G09 reference PARENT",
      "1 G10 reference PARENT",
      "1 G11 blank BLANK",
    ]);
    expect(created.wells[4]?.sequence).toBe(PARENT);
    expect(created.wells[6]?.sequence).toBeNull();
    expect(await lab.api.get(`/project/order:get?id=${created.id}`)).toEqual(created);
  });

  it("reads queries and rows in the request, with their names and ranks", async () => {
    const query = "SELECT sequence FROM order_designs ORDER BY sequence LIMIT 2";
    expect((await create({ designs: { kind: "QUERY", query } })).design_count).toBe(2);
    const rows = [
      { name: "late", rank: 2, sequence: "MK" },
      { name: "early", rank: 1, sequence: "MR" },
    ];
    const { wells } = await create({ designs: { kind: "LITERAL", rows } });
    expect(wells.map(({ name, plate }) => [name, plate])).toEqual([
      ["early", null],
      ["late", null],
    ]);
  });

  it("repeats a random layout for the same seed", async () => {
    const random = { plates: [{ format: 96, layout: "RANDOM" }], seed: 5 };
    const [one, same] = [await create(random), await create(random)];
    expect(same.wells).toEqual(one.wells);
    expect((await create({ ...random, seed: 6 })).wells).not.toEqual(one.wells);
  });

  it("finds the best measured sequence of the project for its control", async () => {
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "activity", type: "FLOAT64" },
    ];
    const [, ...rows] = variantsCsv(30).trim().split("\n");
    const values = rows.map((row) => row.split(",").slice(0, 2).join(","));
    const measured = await sharedLab();
    const load = await startCsvLoad(
      measured,
      "order_measured",
      columns,
      `sequence,activity\n${values.join("\n")}\n`,
    );
    await lab.api.settled(load);
    const request = analysis(measured, { dataset: { kind: "TABLE", table: "order_measured" } });
    const task = await lab.api.post<{ id: string }>("/task/analyze.data/v2:create", request);
    expect((await waitForTask(lab, task.id)).errors).toEqual([]);
    const plates = [{ format: 96, controls: [{ kind: "BEST" }] }];
    const best = values.map((row) => row.split(",")).sort((a, b) => Number(b[1]) - Number(a[1]))[0]?.[0];
    const designs = { kind: "LITERAL", rows: [{ sequence: `W${best?.slice(1)}` }] };
    const { wells } = await create({ project_id: measured.projectId, designs, plates });
    expect(wells.at(-1)).toMatchObject({ name: "best", role: "BEST", sequence: best });
    const elsewhere = { kind: "LITERAL", rows: [{ sequence: "GW".repeat(30) }] };
    const refused = await post(
      "/project/order:create",
      body({ project_id: measured.projectId, designs: elsewhere, plates }),
    );
    expect(refused.body.detail[0].msg).toMatch(/with \d+ residues, is a different protein than the designs/);
  });

  it("refuses what it cannot place, and names the field", async () => {
    const literal = (rows: object[]): object => ({ designs: { kind: "LITERAL", rows } });
    const blanks = {
      plates: [{ format: 96, keep_edges_free: true, controls: [{ kind: "BLANK", replicates: 60 }] }],
    };
    const control = (kind: string, more: object = {}): object => ({
      ...literal([{ sequence: "MK" }]),
      plates: [{ format: 96, controls: [{ kind, ...more }] }],
    });
    for (const [changes, loc, message] of [
      [literal([{ sequence: "MX" }]), "designs", "Row 1 of the rows in the request has no sequence"],
      [
        literal([
          { name: "a", sequence: "MK" },
          { name: "A", sequence: "MR" },
        ]),
        "designs",
        'named "A"',
      ],
      [literal([{ name: "blank", sequence: "MK" }]), "designs", "that of a control"],
      [
        { designs: { kind: "QUERY", query: "SELECT sequence FROM order_designs WHERE false" } },
        "designs",
        "no designs",
      ],
      [blanks, "controls", "60 control wells leave no wells"],
      [control("PARENT"), 0, "no column `parent`"],
      [control("BEST"), 0, "No sequence of this project has been measured"],
      [control("BLANK", { sequence: "MK" }), 0, "A blank has no sequence"],
      [
        {
          ...literal([
            { sequence: "MK", parent: "MA" },
            { sequence: "MR", parent: "MC" },
          ]),
          plates: [{ format: 96, controls: [{ kind: "PARENT" }] }],
        },
        0,
        "several parents",
      ],
      [
        {
          plates: ["MAAA", "MCCC"].map((sequence) => ({
            format: 96,
            controls: [{ kind: "PARENT", sequence }],
          })),
        },
        0,
        "different sequences for PARENT",
      ],
      [
        {
          plates: [{}, { sequence: "MAAA" }].map((stated) => ({
            format: 96,
            controls: [{ kind: "NEGATIVE", ...stated }],
          })),
        },
        0,
        "different sequences for NEGATIVE",
      ],
      [
        {
          ...literal(Array.from({ length: 400 }, () => ({ sequence: "MK" }))),
          plates: [
            { format: 96, controls: [{ kind: "NEGATIVE", replicates: 95, sequence: "A".repeat(2_000) }] },
          ],
        },
        "controls",
        "more than 20,000 wells",
      ],
      [
        { designs: { kind: "QUERY", query: "SELECT 'MK' AS sequence FROM UNNEST(sequence(1, 5001))" } },
        "designs",
        "at most 5,000 are allowed",
      ],
      [
        {
          designs: {
            kind: "QUERY",
            query: `SELECT '${"A".repeat(1_000)}' AS sequence FROM UNNEST(sequence(1, 1001))`,
          },
        },
        "designs",
        "at most 1,000,000 are allowed",
      ],
      [literal([{ rank: 0, sequence: "MK" }]), "designs", "has the rank 0"],
      [literal([{ name: "n".repeat(101), sequence: "MK" }]), "designs", "longer than 100 characters"],
    ] as const) {
      const { status, body: answer } = await post("/project/order:create", body(changes));
      expect([status, answer.detail[0].loc.at(-1)]).toEqual([422, loc]);
      expect(answer.detail[0].msg).toContain(message);
    }
    const elsewhere = await lab.api.post<{ id: string }>("/project:create", { name: "elsewhere" });
    const hidden = await post("/project/order:create", body({ project_id: elsewhere.id }));
    expect(hidden.body.detail[0].msg).toMatch(/no rows that this order can read.* Create the order there/);
    const unknown = await post(
      "/project/order:create",
      body({ designs: { kind: "TABLE", table: "none_here" } }),
    );
    expect([unknown.status, unknown.body.detail]).toEqual([404, expect.stringContaining("none_here")]);
  });

  it("is not visible to another workspace", async () => {
    const { id } = await create();
    const other = await otherLab();
    await expect(other.api.get(`/project/order:get?id=${id}`)).rejects.toThrow("no order");
    await expect(other.api.post(`/project/order:dna?id=${id}`, { host: "E_COLI" })).rejects.toThrow(
      "no order",
    );
  });
});

describe("the DNA of an order", () => {
  it("codes for each protein once, without the avoided sites, and is the same for the same seed", async () => {
    const { id } = await create({
      plates: [{ format: 96, controls: [{ kind: "PARENT", replicates: 3 }, { kind: "BLANK" }] }],
    });
    const wishes = {
      host: "E_COLI",
      avoid: ["BsaI", "NdeI"],
      stop_codon: "TAA",
      c_tag: "HHHHHH",
      suffix: "GG",
    };
    const result = await dna(id, wishes);
    expect(result.rows.map(({ name }) => name)).toEqual(["D001", "D002", "D003", "D004", "reference"]);
    for (const { name, dna: bases } of result.rows) {
      const at = name === "reference" ? null : Number(name.slice(1)) + 1;
      const protein = at === null ? PARENT : variant(at, "W");
      expect(translate(bases?.slice(0, -2) ?? "")).toBe(`${protein}HHHHHH*`);
      expect(bases).toMatch(/TAAGG$/);
      expect(bases).not.toMatch(/GGTCTC|GAGACC|CATATG/);
    }
    expect(await dna(id, wishes)).toEqual(result);
    expect((await dna(id, { ...wishes, seed: 1 })).rows).not.toEqual(result.rows);
    expect(result.file.content.split("\n")).toHaveLength(7);
    expect(result.file).toMatchObject({ is_verified: false, note: null });
  });

  it("keeps the codons of the parent except at mutations", async () => {
    const { id } = await create();
    const parentDna = [...PARENT].map((residue) => CODONS[residue]).join("");
    const { rows } = await dna(id, { host: "HUMAN", keep_parent_codons: true, parent_dna: parentDna });
    for (const [index, { dna: bases }] of rows.entries()) {
      const at = 3 * (index + 2);
      expect(bases?.slice(0, at)).toBe(parentDna.slice(0, at));
      expect(bases?.slice(at, at + 3)).toBe("TGG");
      expect(bases?.slice(at + 3)).toBe(parentDna.slice(at + 3));
    }
    const shared = await dna(id, { host: "HUMAN", keep_parent_codons: true });
    const [first, second] = shared.rows;
    expect(first?.dna).toHaveLength(3 * PARENT.length);
    expect(first?.dna?.slice(12)).toBe(second?.dna?.slice(12));
  });

  it("names the position of impossible wishes, and still writes the other proteins", async () => {
    const rows = [{ sequence: "MKW" }, { sequence: "MMW" }];
    const { id } = await create({ designs: { kind: "LITERAL", rows } });
    const result = await dna(id, { host: "E_COLI", avoid: ["ATGTGG"], vendor: "TWIST" });
    expect(result.rows[0]?.problem).toBeNull();
    expect(result.rows[1]).toMatchObject({ dna: null, problem: expect.stringContaining("Residue 3 (W)") });
    expect(result.file.note).toContain("TWIST");
    expect(result.file.content).not.toContain("D002");
  });

  it("uses a codon table from the request", async () => {
    const { id } = await create({ designs: { kind: "LITERAL", rows: [{ sequence: "MKK" }] } });
    const table = Object.fromEntries(Object.values(CODONS).map((codon) => [codon, 1]));
    const { rows } = await dna(id, { codon_table: { ...table, UAA: 1 } });
    expect(rows[0]?.dna).toBe("ATGAAAAAA");
  });

  it("refuses more bases than fit into an answer", async () => {
    const query = `SELECT '${"A".repeat(300)}' AS sequence FROM UNNEST(sequence(1, 3000))`;
    const { id } = await create({ designs: { kind: "QUERY", query } });
    const tag = "H".repeat(200);
    const { status, body: answer } = await post(`/project/order:dna?id=${id}`, {
      host: "E_COLI",
      c_tag: tag,
    });
    expect(status).toBe(422);
    expect(answer.detail[0].msg).toContain("has 4,500,000 bases");
  });

  it("refuses wishes that contradict each other, and names the field", async () => {
    const { id } = await create();
    for (const [wishes, message] of [
      [{}, "State one of `host`"],
      [{ host: "E_COLI", gc: [0.6, 0.4] }, "The lowest share is above the highest one"],
      [{ host: "E_COLI", gc_window: 50 }, "A window requires `gc`"],
      [{ host: "E_COLI", parent_dna: "ATG" }, "This requires `keep_parent_codons`"],
      [{ host: "E_COLI", avoid: ["BsaII"] }, "neither a known restriction enzyme"],
      [{ host: "E_COLI", keep_parent_codons: true, parent_dna: "ATG" }, "has 3 bases"],
      [{ codon_table: { AAA: 1 } }, "no count for"],
      [{ host: "E_COLI", prefix: "GAX" }, "A, C, G and T"],
    ] as const) {
      const { status, body: answer } = await post(`/project/order:dna?id=${id}`, wishes);
      expect(status).toBe(422);
      expect(answer.detail[0].msg).toContain(message);
    }
  });
});

/** One codon of each amino acid. */
const CODONS: Readonly<Record<string, string>> = {
  A: "GCC",
  C: "TGC",
  D: "GAC",
  E: "GAG",
  F: "TTC",
  G: "GGC",
  H: "CAC",
  I: "ATC",
  K: "AAA",
  L: "CTG",
  M: "ATG",
  N: "AAC",
  P: "CCC",
  Q: "CAG",
  R: "CGC",
  S: "AGC",
  T: "ACC",
  V: "GTG",
  W: "TGG",
  Y: "TAC",
};
