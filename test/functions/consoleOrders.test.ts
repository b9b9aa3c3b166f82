import { readFile } from "node:fs/promises";
import { translate } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { hostTable } from "@pdp/science/dna";
import { expect, test } from "vitest";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { generator, runDesignTask, runTask, score, type Trained } from "../support/designLab.ts";
import { addVariants, REFERENCE } from "../support/taskLab.ts";

describeConsole("orders in the console", (made) => {
  test("designs are stored as an order, and written as DNA and as primers with a library", async () => {
    await addVariants(made.lab, 60);
    const trained = await runTask<Trained>(made.lab, "train/v2", {
      dataset: { kind: "QUERY", query: "SELECT sequence, activity FROM variants" },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "activity" }],
      seed: 1,
    });
    const models = { lab: made.lab, reference: REFERENCE, ...trained.result.models };
    const parameters = { generator: generator(models), ranker: score(models), num_assemblies: 6, seed: 1 };
    const { task, rows } = await runDesignTask(models, "engineer/v2", parameters);
    const page = await made.console.open(`/w/${models.lab.name}/designs/${task.id}`);
    page.setDefaultTimeout(30_000);
    await page.getByRole("button", { name: "Store, for DNA and primers" }).click();
    await page.getByRole("heading", { name: "DNA and primers" }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Avoid", { exact: true }).fill("BsaI, NdeI");
    await page.getByRole("button", { name: "Write DNA" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Save order-/ }).click();
    const csv = await readFile(await (await saved).path(), "utf8");
    const written = csv.trim().split("\n").slice(1);
    for (const { sequence } of rows)
      expect(written.map((line) => translate(line.split(",")[1] ?? ""))).toContain(`${sequence}*`);
    expect(csv).not.toMatch(/GGTCTC|GAGACC|CATATG/);

    const random = createRandom("plasmid");
    const backbone = Array.from({ length: 700 }, () => "ACGT"[random.integer(4)]).join("");
    const codons = hostTable("E_COLI");
    const coding = [...models.reference].map((residue) => codons.get(residue)?.[0]?.bases).join("");
    await page.getByLabel("Degenerate codons").fill("5:NNK");
    await page.getByLabel("Plasmid with the parent").fill(`${coding}TAA${backbone}`);
    await page.getByRole("button", { name: "Design primers" }).click();
    await page.getByText(/primers for (\d+) of \1 designs; every reaction was simulated/).waitFor();
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });
});
