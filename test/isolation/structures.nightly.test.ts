import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Lab } from "#test/support/lab.ts";
import { type Site, startSite } from "./site.ts";

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.close());

const ATOM = "ATOM      1  CA  ALA A   1       1.000   2.000   3.000  1.00 20.00           C\n";
const CIF_HEAD = `data_x\nloop_\n${"group_PDB type_symbol label_atom_id label_comp_id auth_asym_id auth_seq_id Cartn_x Cartn_y Cartn_z"
  .split(" ")
  .map((name) => `_atom_site.${name}`)
  .join("\n")}\n`;

/** Hostile structures, and what the platform says about each. */
const ATTACKS: readonly [name: string, content: () => Buffer, says: string][] = [
  ["700,000 atoms", () => Buffer.from(ATOM.repeat(700_000)), "more than 500,000 atoms"],
  ["a million atoms, compressed", () => gzipSync(ATOM.repeat(1_000_000)), "larger than 64 MB"],
  ["a gigabyte of zeros, compressed", () => gzipSync(Buffer.alloc(2 ** 30)), "larger than 64 MB"],
  [
    "10,000 chains",
    () =>
      Buffer.from(
        CIF_HEAD + Array.from({ length: 10_000 }, (_, chain) => `ATOM C CA ALA C${chain} 1 1 2 3\n`).join(""),
      ),
    "more than 200 chains",
  ],
  [
    "coordinates that are not numbers",
    () => Buffer.from(ATOM.replace("   1.000", "     NaN")),
    "no valid coordinates",
  ],
  [
    "coordinates beyond the universe",
    () => Buffer.from(`${CIF_HEAD}ATOM C CA ALA A 1 1e308 2 3\n`),
    "no valid coordinates",
  ],
  [
    "one line of 60 MB",
    () => Buffer.concat([Buffer.from("ATOM  "), Buffer.alloc(60_000_000, "A")]),
    "exceeds the maximum row length",
  ],
  [
    "a text without an end",
    () => Buffer.from(`data_x\n_struct.title\n;${"x\n".repeat(20_000_000)}`),
    "is longer than",
  ],
  [
    "a loop of 100,000 items",
    () =>
      Buffer.from(
        `data_x\nloop_\n${Array.from({ length: 100_000 }, (_, index) => `_atom_site.x${index}`).join("\n")}\n`,
      ),
    "items",
  ],
];

async function outcomeOf({ api }: Lab, content: Buffer): Promise<{ state: string; problem: string }> {
  const created = await api.post<{ id: string; upload_url: string }>("/data/artifact:create", {
    type: "protein.structure/v1",
    context: { kind: "WORKSPACE" },
    name: "attack",
  });
  const sent = await fetch(created.upload_url, { method: "PUT", body: new Uint8Array(content) });
  expect(sent.status).toBe(200);
  const { data } = await api.get<{ data: { state: string; problem: string } }>(
    `/data/artifact:get?id=${created.id}`,
  );
  return data;
}

describe("hostile structures from two tenants are refused with the reason, and reach no one else:", () => {
  it.each(ATTACKS)("%s", async (_, content, says) => {
    const bytes = content();
    const outcomes = await site.withstand(() =>
      Promise.all(site.attackers.map((attacker) => outcomeOf(attacker, bytes))),
    );
    for (const { state, problem } of outcomes) {
      expect(state).toBe("UNREADABLE");
      expect(problem).toContain(says);
    }
  });

  it("a structure of 100,000 residues is described, and training with it states the limit", async () => {
    const [{ api, projectId }] = site.attackers;
    const residue = (number: number): string =>
      ["N", "CA", "C", "O"]
        .map(
          (name, at) =>
            `ATOM C ${name} ALA A ${number} ${(number % 1_000) + at} ${Math.floor(number / 1_000)} 0\n`,
        )
        .join("");
    const content = Buffer.from(
      CIF_HEAD + Array.from({ length: 100_000 }, (_, index) => residue(index + 1)).join(""),
    );
    const { id, upload_url: url } = await api.post<{ id: string; upload_url: string }>(
      "/data/artifact:create",
      {
        type: "protein.structure/v1",
        context: { kind: "PROJECT", project_id: projectId },
        name: "long",
      },
    );
    await fetch(url, { method: "PUT", body: new Uint8Array(content) });
    await site.withstand(async () => {
      const { data } = await api.get<{ data: { state: string; num_residues: number } }>(
        `/data/artifact:get?id=${id}`,
      );
      expect(data).toMatchObject({ state: "READY", num_residues: 100_000 });
      const { id: task } = await api.post<{ id: string }>("/task/train/v2:create", {
        context: { kind: "PROJECT", project_id: projectId },
        parameters: {
          data: { kind: "MONOMER" },
          structure: { artifact_id: id },
          reference: { monomer: "A".repeat(100) },
        },
      });
      for (;;) {
        const { state, errors } = await api.get<{ state: string; errors: string[] }>(
          `/task:get?id=${task}&wait_seconds=5`,
        );
        if (state === "INIT" || state === "EXECUTING") continue;
        expect(errors[0]).toContain("scores are computed for chains of up to 2000");
        return;
      }
    });
  });
});
