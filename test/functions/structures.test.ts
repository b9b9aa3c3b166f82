import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, sharedLab } from "#test/support/lab.ts";
import { storedStructure } from "../shared/science/inverseFolding/structureFiles.ts";

const FOLDER = new URL("../shared/science/inverseFolding/structures/", import.meta.url);
const packed = (name: string): Buffer => readFileSync(new URL(`${name}.pdb.gz`, FOLDER));

/** What a structure shows in the API. */
interface Shown {
  id: string;
  upload_url: string;
  data: {
    state: string;
    problem: string;
    num_residues: number;
    ligands: { name: string }[];
    references: { differences: string[] }[];
  };
}

let lab: Lab;
let project: string;

beforeAll(async () => {
  lab = await sharedLab();
  ({ id: project } = await lab.api.post<{ id: string }>("/project:create", { name: "structures" }));
  const { residues } = await storedStructure("selenomethionine-1a8o");
  // Three more residues at the beginning, and another one at the first position that the structure shows.
  const monomer = `GGA${residues.map(({ letter }, index) => (index === 0 ? "W" : letter)).join("")}`;
  await lab.api.post(`/project:setReferences?id=${project}`, { references: [{ name: "capsid", monomer }] });
});

const create = (name = "1A8O"): Promise<Shown> =>
  lab.api.post("/data/artifact:create", {
    type: "protein.structure/v1",
    context: { kind: "PROJECT", project_id: project },
    name,
  });
const get = (id: string): Promise<Shown> => lab.api.get(`/data/artifact:get?id=${id}`);
const put = (url: string, body: Buffer): Promise<Response> =>
  fetch(url, { method: "PUT", body: new Uint8Array(body) });

describe("a structure", () => {
  it("waits for its file, and then describes its chains and how it differs from the project's reference", async () => {
    const { upload_url: url, ...created } = await create();
    expect(created).toMatchObject({
      type: "protein.structure/v1",
      data: { name: "1A8O", state: "WAITING_FOR_FILE" },
      producer: { kind: "USER" },
    });
    expect((await get(created.id)).data.state).toBe("WAITING_FOR_FILE");
    expect((await put(url, gunzipSync(packed("selenomethionine-1a8o")))).status).toBe(200);
    const { data } = await get(created.id);
    expect(data).toMatchObject({
      name: "1A8O",
      state: "READY",
      num_residues: 70,
      is_predicted: false,
      chains: [{ chain: "A", num_residues: 70, first: "151", last: "220", num_incomplete: 0 }],
      references: [{ reference: "capsid", chain: "A", num_missing: 3, missing_positions: ["1-3"] }],
    });
    expect(data.references[0]?.differences).toEqual(["W4M"]);
  });

  it("lists ligands, and its file can be downloaded as it was sent, uncompressed", async () => {
    const { upload_url: url, id } = await create("1BC8");
    await put(url, packed("dna-zinc-1bc8"));
    const { data } = await get(id);
    expect(data.ligands.map(({ name }: { name: string }) => name)).toContain("ZN");
    const file = await lab.api.download(`/data/artifact:download?id=${id}`);
    expect(Buffer.from(file).equals(gunzipSync(packed("dna-zinc-1bc8")))).toBe(true);
  });

  it("states what is wrong with a file that is not a structure, and keeps no download", async () => {
    for (const [content, problem] of [
      [Buffer.from("variant,value\nA1G,3\n"), "neither in PDB nor in mmCIF format"],
      [gzipSync("HEADER").subarray(0, 12), "damaged"],
      [Buffer.alloc(0), "empty"],
    ] as const) {
      const { upload_url: url, id } = await create();
      await put(url, content);
      const { data } = await get(id);
      expect(data).toMatchObject({ state: "UNREADABLE" });
      expect(data.problem).toContain(problem);
      await expect(lab.api.get(`/data/artifact:download?id=${id}`)).rejects.toThrow(problem);
      await expect(lab.api.get(`/data/artifact:download?id=${id}`)).rejects.toThrow("structure_not_ready");
    }
  });

  it("does not change after it was read, even if its address is used again", async () => {
    const { upload_url: url, id } = await create();
    await put(url, packed("selenomethionine-1a8o"));
    await get(id);
    await put(url, packed("two-chains-4gyt"));
    expect((await get(id)).data.num_residues).toBe(70);
  });

  it("can be uploaded by a page from any origin, only at its signed address", async () => {
    const { upload_url: url, id } = await create();
    const page = { origin: "http://127.0.0.1:4000", "sec-fetch-site": "same-site" };
    const asked = { origin: page.origin, "access-control-request-method": "PUT" };
    const preflight = await fetch(url, { method: "OPTIONS", headers: asked });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    const unsigned = new URL(url);
    unsigned.search = "";
    expect((await fetch(unsigned, { method: "PUT", headers: page, body: "x" })).status).toBe(403);
    const body = new Uint8Array(packed("selenomethionine-1a8o"));
    const sent = await fetch(url, { method: "PUT", headers: page, body });
    expect([sent.status, sent.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect((await get(id)).data.state).toBe("READY");
  });
});
