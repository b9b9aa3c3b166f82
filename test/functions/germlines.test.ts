import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import type { NumberingResult } from "#shared/domain/antibodyNumbering.ts";
import { type Lab, newLab, sharedLab } from "#test/support/lab.ts";
import { hasBrowser, openPlainBrowser } from "../support/browser.ts";
import { expectAccessible } from "../support/consoleBrowser.ts";
import { runTask, type Trained } from "../support/designLab.ts";

/** An antibody of the Protein Data Bank (1N8Z), which also serves as a gene: no germline set may be distributed. */
const VH =
  "EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS";
const VL =
  "DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAWYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYCQQHYTTPPTFGQGTKVEIK";
const GENES = [
  `>T1|IGHV7-1*01|Homo sapiens|F|V-REGION|\n${VH.slice(0, 98)}`,
  `>T2|IGHV7-2*01|Homo sapiens|F|V-REGION|\n${VH.slice(0, 98).replace("LVQPGG", "IAQPGG")}`,
  ">T3|IGHJ7*01|Homo sapiens|F|J-REGION|\nYYAMDYWGQGTLVTVSS",
  `>T4|IGKV7-1*01|Homo sapiens|F|V-REGION|\n${VL.slice(0, 95)}`,
];

let folder: string;
let platform: Platform;
let lab: Lab;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "germlines-test-"));
  const file = join(folder, "genes.fasta");
  await writeFile(file, `${GENES.join("\n")}\n`);
  platform = await startPlatform({
    port: 0,
    dataDirectory: join(folder, "data"),
    environment: { GERMLINES_FILE: file },
  });
  lab = await newLab({
    platformUrl: platform.url,
    idpUrl: platform.idpUrl,
    dataDirectory: platform.dataDirectory,
  });
});

afterAll(async () => {
  await platform?.close();
  await rm(folder, { recursive: true, force: true });
});

const number = (where: Lab, body: object): Promise<NumberingResult> =>
  where.api.post("/antibody:number", body);

describe("germline genes of the operator", () => {
  it("each chain of an antibody is compared with germline genes, in any numbering scheme", async () => {
    const mutated = VH.replace("KDTYIH", "KDTYMH");
    const { proteins } = await number(lab, {
      proteins: [{ vh: mutated, vl: VL }, { monomer: "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV" }],
      scheme: "CHOTHIA",
    });
    expect(proteins).toMatchObject([
      {
        domains: [
          {
            chain: "vh",
            type: "HEAVY",
            start: 1,
            end: VH.length,
            regions: { CDR1: "GFNIKDT", CDR3: "WGGDGFYAMDY" },
            v_gene: {
              genes: [{ name: "IGHV7-1*01", species: "Homo sapiens" }],
              identity: 95 / 96,
              compared: 96,
            },
            j_gene: { genes: [{ name: "IGHJ7*01", species: "Homo sapiens" }], identity: 1, compared: 16 },
          },
          { chain: "vl", type: "KAPPA", v_gene: { identity: 1 }, j_gene: null },
        ],
      },
      { domains: [] },
    ]);
  });

  it("the report of an analysis names the closest genes", async () => {
    const rows = ["A", "G", "S", "T"].map((letter, index) => ({
      vh: VH.replace("GGDGF", `GG${letter}GF`),
      vl: VL,
      binding: index,
    }));
    const { result } = await runTask<Trained>(lab, "analyze.data/v2", {
      dataset: { kind: "LITERAL", rows },
      reference: { vh: VH, vl: VL },
      assays: [{ assay_id: "binding", scale_type: "ADDITIVE" }],
    });
    const json = await lab.api.download(
      `/data/artifact:download?id=${result.report.artifact_id}&format=json`,
    );
    const report = JSON.parse(new TextDecoder().decode(json)) as {
      sections: { title: string; table?: { rows: unknown[][] } }[];
    };
    expect(report.sections.map(({ title }) => title)).not.toContain("Germline genes of the variants");
    const section = report.sections.find(({ title }) => title === "Germline genes");
    expect(section?.table?.rows).toEqual([
      [
        "heavy",
        "H:1–120",
        "IGHV7-1*01 (Homo sapiens), 100.0 % of 96",
        expect.stringContaining("IGHJ7*01 (Homo sapiens)"),
      ],
      ["light, κ", "L:1–107", "IGKV7-1*01 (Homo sapiens), 100.0 % of 88", ""],
    ]);
  });

  it.skipIf(!hasBrowser)(
    "the page of a variant names the closest genes (needs a browser: Linux on x64)",
    async () => {
      const browser = await openPlainBrowser();
      try {
        const page = await browser.newPage();
        const sequence = `${VH}/${VL}`;
        await page.goto(`${platform.url}/w/${lab.name}/variant?${new URLSearchParams({ sequence })}`);
        await page.getByLabel("Email").fill(`${lab.name}@example.org`);
        await page.getByRole("button", { name: "Sign in" }).click();
        const row = page.getByRole("row", { name: /^Heavy / });
        await row.getByText("IGHV7-1*01 (Homo sapiens), 100.0 % of 96").waitFor();
        await row.getByText("IGHJ7*01 (Homo sapiens)").waitFor();
        await page.getByRole("row", { name: /^Light, κ IGKV7-1/ }).waitFor();
        await expectAccessible(page);
      } finally {
        await browser.close();
      }
    },
  );

  it("a file that cannot be read stops the start of the platform, with the line", async () => {
    const file = join(folder, "broken.fasta");
    await writeFile(file, `${GENES[0]}\n>T5|IGHV7-3*01|Homo sapiens|\n`);
    const start = startPlatform({
      port: 0,
      dataDirectory: join(folder, "other"),
      environment: { GERMLINES_FILE: file },
    });
    await expect(start).rejects.toThrow(
      `GERMLINES_FILE: ${file} cannot be used. Line 3: IGHV7-3*01 has no sequence.`,
    );
  });
});

it("without germline genes of the operator, antibodies are numbered without closest genes", async () => {
  const { scheme, proteins } = await number(await sharedLab(), { proteins: [{ vh: VH, vl: null }] });
  expect(scheme).toBe("IMGT");
  expect(proteins[0]?.domains).toMatchObject([{ chain: "vh", type: "HEAVY", v_gene: null, j_gene: null }]);
});
