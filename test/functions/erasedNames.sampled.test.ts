import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { filesWith } from "#test/support/decodeEverything.ts";
import { type ErasureView, ended, erase, eraser, refused } from "#test/support/erasing.ts";
import { type Lab, newLab, scalar, sharedPlatform } from "#test/support/lab.ts";
import { analysis, waitForTask } from "#test/support/taskLab.ts";
import type { ApiClient } from "../../examples/apiClient.ts";

const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "donor", type: "STRING" },
];
const KEPT = "sequence,donor\nMKTAYIAKQR,D1\nMKTAYIAKQW,D2\n";

/** A workspace in which a donor is named in a text of every kind. */
interface Named {
  lab: Lab;
  api: ApiClient;
  donor: string;
  taskId: string;
  loadId: string;
  /** Version with a tag that names the donor. */
  tagged: string;
  texts: () => Promise<string[]>;
}

let connection: DuckDBConnection;

beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
});

afterAll(() => connection.closeSync());

async function load(lab: Lab, filepath: string, csv: string, fields: object = {}): Promise<string> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { donors: { columns: COLUMNS, format: "CSV" } },
    ...fields,
  });
  await lab.api.upload(id, "donors", filepath, csv);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  await lab.api.settled(id);
  return id;
}

async function named(): Promise<Named> {
  const lab = await newLab();
  const donor = `zqd-${lab.name.slice(-6)}`;
  const { api } = lab;
  await load(lab, `batch_${donor}.csv`, KEPT, { description: `Not from ${donor}.` });
  const loadId = await load(lab, "plate.csv", `sequence,donor\nMKTAYIAKQY,${donor}\n`);
  // Reads a literal table, so that the task itself is not affected.
  const rows = Array.from({ length: 12 }, (_, index) => ({
    sequence: `MKTAYIAKQ${"ACDEFGHIKLMN"[index]}`,
    activity: index,
  }));
  const task = await api.post<{ id: string }>("/task/analyze.data/v2:create", {
    ...analysis(lab, { dataset: { kind: "LITERAL", rows } }),
    display_name: `Without ${donor}`,
    description: `All but ${donor}/1`,
    idempotency_key: `run_${donor}_1`,
  });
  await waitForTask(lab, task.id);
  const { version_id } = await api.get<{ version_id: string }>("/data/table:get?reference=donors");
  await api.post("/data/version:tag", { version_id, name: `before-${donor}` });
  await api.post(`/project:update?id=${lab.projectId}`, {
    name: `p_${donor}`,
    description: `Asked by ${donor}`,
  });
  await api.post(`/project:setReferences?id=${lab.projectId}`, {
    references: [{ name: `ref-${donor}`, monomer: "MKTAYIAKQR", description: `of ${donor}` }],
  });
  await api.post("/round:create", {
    project_id: lab.projectId,
    name: `R ${donor}`,
    description: `with ${donor}`,
  });
  await api.post("/data/table:update?reference=donors", {
    description: `Donor ${donor} withdrew`,
    columns: COLUMNS.map((column) => ({ ...column, metadata: { description: `like ${donor}` } })),
  });
  const texts = async (): Promise<string[]> => {
    const answers = [
      await api.get("/data/load:list"),
      await api.get(`/task:get?id=${task.id}`),
      await api.get("/data/version:listTags"),
      await api.get("/data/version:list"),
      await api.get("/project:list"),
      await api.get("/round:list"),
      await api.get("/data/table:list"),
    ];
    return answers.map((answer) => JSON.stringify(answer)).filter((text) => text.includes(donor));
  };
  expect(await texts()).toHaveLength(7);
  return { lab, api: await eraser(lab), donor, taskId: task.id, loadId, tagged: version_id, texts };
}

const FIELDS = [
  "FILE filepath",
  "LOAD description",
  "PROJECT description",
  "PROJECT name",
  "PROJECT references",
  "ROUND description",
  "ROUND name",
  "TABLE columns",
  "TABLE description",
  "TAG name",
  "TASK description",
  "TASK display_name",
  "TASK idempotency_key",
];

const fieldsOf = (texts: readonly { kind: string; field: string }[]): string[] =>
  texts.map(({ kind, field }) => `${kind} ${field}`).sort();

describe("texts that contain an erased value", () => {
  it("a plan lists them, the erasure replaces them everywhere, and the certificate contains no value", async () => {
    const { lab, api, donor, taskId, tagged, texts } = await named();
    const request = { reference: "donors", where: `donor = '${donor}'`, reason: `Asked by ${donor}` };
    const { plan } = await api.post<{ plan: { texts: { kind: string; id: string; field: string }[] } }>(
      "/data:prepareErasure",
      request,
    );
    expect(fieldsOf(plan.texts)).toEqual(FIELDS);
    expect(plan.texts).toContainEqual({ kind: "TAG", id: tagged, field: "name" });
    expect(JSON.stringify(plan)).not.toContain(donor);
    const done = await erase(api, request);
    expect([done.state, done.reason]).toEqual(["COMPLETED", "(erased)"]);
    expect(await texts()).toEqual([]);
    const certificate = await api.get<{ reason: string; kept_texts: object[] }>(
      `/data:downloadErasureCertificate?id=${done.id}`,
    );
    expect(certificate).toMatchObject({ reason: "(erased)", kept_texts: [] });
    const inWorkspace = await api.get(`/data:listErasures`);
    expect(JSON.stringify([certificate, inWorkspace])).not.toContain(donor);
    const directory = sharedPlatform().dataDirectory;
    expect(await filesWith(directory, [donor], connection)).toEqual([]);
    // The names that replace them still work.
    const { items } = await lab.api.get<{ items: { name: string }[] }>("/data/version:listTags");
    expect(await scalar(lab, `SELECT count(*) FROM donors FOR VERSION AS OF '${items[0]?.name}'`)).toBe(2n);
    const { idempotency_key: key } = await lab.api.get<{ idempotency_key: string }>(`/task:get?id=${taskId}`);
    const body = {
      ...analysis(lab, { dataset: { kind: "LITERAL", rows: [{ sequence: "MK" }] } }),
      idempotency_key: key,
    };
    expect((await refused(lab.api.post("/task/analyze.data/v2:create", body))).code).toBe(
      "idempotency_key_taken",
    );
  });

  byNight("with keep_texts they stay, and the certificate names them without their values", async () => {
    const { api, donor, texts } = await named();
    const { id } = await api.post<ErasureView>("/data:prepareErasure", {
      reference: "donors",
      where: `donor = '${donor}'`,
    });
    await api.post(`/data:confirmErasure?plan_id=${id}&keep_texts=true`);
    expect((await ended(api, id)).state).toBe("COMPLETED");
    expect(await texts()).toHaveLength(7);
    const certificate = await api.get<{ kept_texts: { kind: string; field: string }[] }>(
      `/data:downloadErasureCertificate?id=${id}`,
    );
    expect(fieldsOf(certificate.kept_texts)).toEqual(FIELDS);
    expect(JSON.stringify(certificate)).not.toContain(donor);
  });

  byNight(
    "a short value that the condition names is also found, and does not appear in the certificate",
    async () => {
      const lab = await newLab();
      const api = await eraser(lab);
      await load(lab, "D7.csv", "sequence,donor\nMKTAYIAKQR,D7\nMKTAYIAKQR,D8\n");
      const done = await erase(api, { reference: "donors", where: "donor IN ('D7')", reason: "D7 asked" });
      expect(done.reason).toBe("(erased)");
      const certificate = await api.get(`/data:downloadErasureCertificate?id=${done.id}`);
      expect(JSON.stringify(certificate)).not.toContain("D7");
      expect(JSON.stringify(await lab.api.get("/data/load:list"))).not.toContain("D7");
    },
  );
});

describe("a load emptied by a condition", () => {
  it("it counts as erased: undo and redo are refused, and the list of loads shows no rows", async () => {
    const { lab, api, donor, loadId } = await named();
    await erase(api, { reference: "donors", where: `donor = '${donor}'` });
    expect(await refused(lab.api.post(`/data/load:undo?id=${loadId}`))).toMatchObject({
      status: 409,
      code: "load_erased",
    });
    expect(await lab.api.get(`/data/load:get?id=${loadId}`)).toMatchObject({
      is_active: false,
      tables: { donors: { rows: 0 } },
    });
    expect((await refused(api.post("/data:prepareErasure", { load_id: loadId }))).code).toBe("load_erased");
    expect(await scalar(lab, "SELECT count(*) FROM donors")).toBe(2n);
  });
});
