import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { storedStructure, storedText } from "../shared/science/inverseFolding/structureFiles.ts";
import { byNight } from "../support/byNight.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { startCsvLoad } from "../support/lab.ts";

/** Structures in the console: from a file to a first plate, and in a training run with measurements. */

const FOLDER = new URL("../shared/science/inverseFolding/structures/", import.meta.url);
const fileOf = (name: string) => ({
  name: `${name}.pdb.gz`,
  mimeType: "application/gzip",
  buffer: readFileSync(new URL(`${name}.pdb.gz`, FOLDER)),
});
const NAME = "selenomethionine-1a8o";
/** Name of the library's file that draws structures. */
const LIBRARY = "3Dmol";

describeConsole("structures in the console", (made) => {
  let reference: string;
  let project: string;
  let firstPlate: string;

  beforeAll(async () => {
    const { residues } = await storedStructure(NAME);
    const shown = residues.map(({ letter }) => letter);
    reference = ["G", "S", ...shown.with(9, "A")].join("");
    project = made.lab.projectId;
    const references = [{ name: "capsid", monomer: reference, first_position: 149 }];
    await made.lab.api.post(`/project:setReferences?id=${project}`, { references });
  });

  const open = (path: string): Promise<Page> => made.console.open(`/w/${made.lab.name}/${path}`);

  byNight("a project without measurements gets a first plate from a structure", async () => {
    const page = await open(`projects/${project}`);
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await page.getByRole("link", { name: "Design a first plate from a structure" }).click();
    await page.getByText("Choose a structure, or a table of related proteins.").waitFor();
    expect(await page.getByRole("button", { name: "Train", exact: true }).isDisabled()).toBe(true);

    // A file that is not a structure is refused, with the reason.
    const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("variant,value\n") };
    await page.getByLabel("Add a structure").setInputFiles(text);
    await page.getByRole("alert").getByText("neither in PDB nor in mmCIF format").waitFor();
    await expectAccessible(page);

    await page.getByLabel("Add a structure").setInputFiles(fileOf(NAME));
    await page.getByText("capsid is chain A, 98.6 % identical; missing: 1-2; different: A12P.").waitFor();
    expect(await page.getByLabel("Reference protein").inputValue()).toBe(reference);
    await page.getByText(`It will score all ${(19 * reference.length).toLocaleString("en-US")}`).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Train", exact: true }).click();

    // The page of the training shows the scores in the numbers of the reference.
    const next = page.getByRole("link", { name: "Design the first plate" });
    await next.waitFor();
    const heatmap = page.getByRole("application", { name: /^structure score by position/ });
    await heatmap.focus();
    await page.keyboard.press("End");
    await page.getByText("G220: the reference").waitFor();
    await page.keyboard.press("Home");
    await page.getByText("G149: the reference").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByText("G149A: no score").waitFor();
    expect(await page.getByLabel("Show").locator("option").allTextContents()).toEqual([
      "structure score",
      "plausibility",
    ]);
    await page.getByLabel("Show").selectOption("plausibility");
    await page.getByText(/^G149A: plausibility -?\d/).waitFor();
    await expectAccessible(page);
    expect(scripts.filter((url) => url.includes(LIBRARY))).toEqual([]);

    await next.click();
    await page.getByText("These models predict no assay.").waitFor();
    expect(await page.getByLabel("Designs that explore, in %").count()).toBe(0);
    await page.getByLabel("Positions to keep").fill("149-160");
    await page.getByRole("button", { name: "Design", exact: true }).click();
    await page.getByRole("link", { name: "Designs and order list" }).click();
    await page.getByText("Plate 1 of 1").waitFor();
    firstPlate = page.url();
    expect(made.console.complaints).toEqual([]);
  });

  byNight("a training without measurements is repeated with its structure and its reference", async () => {
    const page = await open("tasks?kind=trainings");
    await page.getByRole("link", { name: "Models for a first plate" }).click();
    await page.getByRole("link", { name: "Run again with changes" }).click();
    await page.getByText("It will score all").waitFor();
    expect(await page.getByLabel("Structure", { exact: true }).locator("option:checked").textContent()).toBe(
      NAME,
    );
    expect(await page.getByLabel("Reference protein").inputValue()).toBe(reference);
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(
      "Models for a first plate (again)",
    );
    expect(made.console.complaints).toEqual([]);
  });

  byNight("the page of a structure marks a residue in its picture, its heatmap and its table", async () => {
    const page = await open("structures");
    await page.getByRole("rowheader", { name: "notes.txt" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: NAME }).click();
    const picture = page.locator(".molecule[data-drawn=true]");
    await picture.waitFor();
    const pictured = page.getByRole("region", { name: "Picture" }).locator("output");
    const described = page.getByRole("region", { name: /by position and residue/ }).locator("output");
    await expectAccessible(page);

    // From the heatmap to the picture.
    const heatmap = page.getByRole("application");
    await heatmap.focus();
    await page.keyboard.press("End");
    await pictured.getByText(/^G220 \(chain A, G220 in the file\): mean structure score -?\d/).waitFor();
    const marked = await shownBytes(picture);

    // From the picture to the heatmap.
    await picture.scrollIntoViewIfNeeded();
    await sweep(page, picture, async () => !(await pictured.textContent())?.startsWith("G220 "));
    const position = /^[A-Z](\d+)/.exec((await pictured.textContent()) ?? "")?.[1];
    await expect.poll(() => described.textContent()).toMatch(new RegExp(`^[A-Z]${position}\\D`));
    expect(await shownBytes(picture)).not.toBe(marked);

    // The table has everything that the picture shows.
    await page.getByText("Values as a table").click();
    const row = page.getByRole("row").filter({ hasText: "M151" });
    await row.waitFor();
    expect(await row.getByRole("cell").allTextContents()).toEqual([
      ...["151", "M", "A", "M151"],
      ...[expect.stringMatching(/^-?\d/), expect.stringMatching(/^-?\d/)],
    ]);
    await expect
      .poll(() => pointedAt(page, "M151"))
      .toMatch(/^M151 \(chain A, M151 in the file\): mean structure score -?\d/);
    await expectAccessible(page);

    const before = await shownBytes(picture);
    await page.getByLabel("Color by").selectOption("chain");
    await expect.poll(() => shownBytes(picture)).not.toBe(before);
    await page.getByRole("button", { name: "Turn left" }).click();
    const png = page.getByRole("region", { name: "Picture" }).getByRole("button", { name: "PNG" });
    const [download] = await Promise.all([page.waitForEvent("download"), png.click()]);
    expect(download.suggestedFilename()).toBe(`${NAME}.png`);
    expect(
      readFileSync(await download.path())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect(made.console.complaints).toEqual([]);
  });

  byNight(
    "a training run with measurements uses a structure, and its page shows their mean effects",
    async () => {
      const lines = Array.from(reference, (letter, at) => {
        const changed = letter === "A" ? "V" : "A";
        return `${reference.slice(0, at)}${changed}${reference.slice(at + 1)},${(5 + Math.sin(at)).toFixed(3)}`;
      });
      const columns = [
        { name: "sequence", type: "STRING" },
        { name: "activity", type: "FLOAT64" },
      ];
      const file = ["sequence,activity", `${reference},5`, ...lines, ""].join("\n");
      await made.lab.api.settled(await startCsvLoad(made.lab, "scan", columns, file));
      const page = await open("structures");
      await page.getByRole("link", { name: NAME }).click();
      await page.getByRole("link", { name: "Train with it" }).click();
      await page.getByText("capsid is chain A, 98.6 % identical").waitFor();
      await expectAccessible(page);
      // What is typed while a structure is added stays.
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route("**/artifact:create", (route) => promise.then(() => route.continue()));
      const added = page.getByLabel("Add a structure");
      await added.setInputFiles(fileOf(NAME));
      await expect.poll(() => added.isEnabled()).toBe(false);
      await page.getByLabel("Name", { exact: true }).fill("Models of scan, typed meanwhile");
      resolve();
      await expect.poll(() => added.isEnabled()).toBe(true);
      await page.getByText("capsid is chain A, 98.6 % identical").waitFor();
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(
        "Models of scan, typed meanwhile",
      );
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByRole("link", { name: "Design variants with these models" }).waitFor();
      await page.getByRole("application", { name: /^structure score/ }).waitFor();
      await page.getByRole("link", { name: "The structure" }).click();
      await page.getByText("Models of scan").waitFor();
      await page.getByLabel("Color by").selectOption("mean measured activity");
      await page.getByText("white: the reference").waitFor();
      await page.getByText("Values as a table").click();
      await page.getByRole("columnheader", { name: "mean measured activity" }).waitFor();
      const row = page.getByRole("row").filter({ hasText: "M151" });
      expect(await row.getByRole("cell").last().textContent()).toBe(
        String(Number((5 + Math.sin(2)).toFixed(3))),
      );
      expect(made.console.complaints).toEqual([]);
    },
  );

  byNight(
    "a structure of several chains without a reference shows its copies, ligands and gaps",
    async () => {
      const page = await open("structures");
      for (const [name, word] of [
        ["dna-zinc-1bc8", "ZN"],
        ["two-chains-4gyt", "B"],
        ["insertion-codes-4zhl", "Incomplete backbone"],
      ] as const) {
        await page.goto(new URL(`/w/${made.lab.name}/structures`, page.url()).href);
        await page.getByLabel("Add a structure").setInputFiles(fileOf(name));
        await page.getByRole("heading", { level: 1, name }).waitFor();
        await page.locator(".molecule[data-drawn=true]").waitFor();
        await page.getByText(word, { exact: true }).first().waitFor();
        await expectAccessible(page);
      }
      expect(made.console.complaints).toEqual([]);
    },
  );

  byNight("a predicted structure in mmCIF format is colored by its confidence", async () => {
    const page = await open("structures");
    const buffer = Buffer.from(predictedMmcif());
    const file = { name: "model.cif", mimeType: "chemical/x-cif", buffer };
    await page.getByLabel("Add a structure").setInputFiles(file);
    await page.getByText("70 residues; predicted, mean confidence 65.5 %").waitFor();
    await page.locator(".molecule[data-drawn=true]").waitFor();
    expect(await page.getByLabel("Color by").locator("option:checked").textContent()).toBe("confidence");
    await page.getByText("uncertain (40 % or less)").waitFor();
    await page.getByText(/^Confidence below 70 %: A:151/).waitFor();
    await page.getByText("Values as a table").click();
    await expect.poll(() => pointedAt(page, "M151")).toBe("M151 (chain A, M151 in the file): confidence 31");
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("the sequence of a structure can be the reference, with the numbers of its residues", async () => {
    const page = await open("structures");
    await page.getByRole("link", { name: "two-chains-4gyt" }).click();
    await page.getByRole("link", { name: "Design a first plate" }).click();
    await page.getByLabel("Reference", { exact: true }).selectOption("another sequence");
    await page.getByText("Enter the reference protein.").waitFor();
    await page.getByRole("button", { name: "Use the sequence of the structure" }).click();
    await page.getByText("It will score all 3,363 substitutions").waitFor();
    await page.getByRole("button", { name: "Train", exact: true }).click();
    const heatmap = page.getByRole("application", { name: /^structure score by position/ });
    await heatmap.focus();
    await page.keyboard.press("End");
    await page.getByText(/^[A-Z]183/).waitFor();
    expect(made.console.complaints).toEqual([]);
  });

  byNight("an archived structure is not listed, and is listed again after it is restored", async () => {
    const page = await open("structures");
    await page.getByLabel("Add a structure").setInputFiles(fileOf("gaps-2xhe"));
    await page.getByRole("heading", { level: 1, name: "gaps-2xhe" }).waitFor();
    const own = page.url();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("This structure is archived").waitFor();
    expect(await page.getByRole("link", { name: "Train with it" }).count()).toBe(0);
    await expectAccessible(page);
    await page.goto(new URL(`/w/${made.lab.name}/structures`, page.url()).href);
    await page.getByRole("link", { name: NAME }).first().waitFor();
    expect(await page.getByRole("link", { name: "gaps-2xhe" }).count()).toBe(0);
    await page.goto(own);
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("link", { name: "Train with it" }).waitFor();
    expect(made.console.complaints).toEqual([]);
  });

  byNight(
    "the results of a first plate lead to models that use the structure, and to a second plate",
    async () => {
      const page = await open("structures");
      await page.goto(firstPlate);
      await page.getByText("Plate 1 of 1").waitFor();
      const names = await page.getByRole("rowheader", { name: /^D\d+$/ }).allTextContents();
      expect(names.length).toBeGreaterThan(40);
      const results = names.map((name, at) => `${name}\t${(5 + Math.sin(at)).toFixed(2)}`);
      await page.getByLabel("Results, with a header line").fill(["name\tactivity", ...results].join("\n"));
      await page.getByRole("button", { name: `Import ${names.length} rows with sequences` }).click();
      await page.getByLabel("Into the table").fill("first_plate");
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("is in first_plate.").waitFor();
      await page.getByRole("link", { name: "Train models" }).first().click();
      await page.getByLabel("Structure", { exact: true }).selectOption({ label: NAME });
      await page.getByText("capsid is chain A, 98.6 % identical").waitFor();
      await page.getByRole("button", { name: "Train", exact: true }).click();
      await page.getByRole("link", { name: "Design variants with these models" }).click();
      // The positions on the surface are shown before the task starts.
      await page.getByLabel("Positions to keep", { exact: true }).fill("150");
      await page.getByLabel("Part of the structure").selectOption("on the surface");
      await page.getByLabel("Share of the surface, in %").fill("60");
      await page.getByRole("button", { name: "Add these positions" }).click();
      await expect
        .poll(() => page.getByLabel("Positions to keep", { exact: true }).inputValue())
        .toMatch(/^S150, A174, [A-Z]\d+/);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Design", exact: true }).click();
      await page.getByRole("link", { name: "Designs and order list" }).click();
      await page.getByText("Plate 1 of 1").waitFor();
      expect(made.console.complaints).toEqual([]);
    },
  );

  test("a structure without a file says so", async () => {
    const context = { kind: "WORKSPACE" };
    const body = { type: "protein.structure/v1", context, name: "empty" };
    const { id } = await made.lab.api.post<{ id: string }>("/data/artifact:create", body);
    const page = await open(`structures/${id}`);
    await page.getByText("Its file has not been uploaded.").waitFor();
    await expectAccessible(page);
    expect(made.console.complaints).toEqual([]);
  });
});

/** Returns a structure as a program that predicts structures writes it: its confidence rises by one percent with each residue. */
function predictedMmcif(): string {
  const names = ["group_PDB", "id", "type_symbol", "label_atom_id", "label_comp_id", "label_asym_id"];
  const others = ["auth_seq_id", "Cartn_x", "Cartn_y", "Cartn_z", "B_iso_or_equiv"];
  const head = ["data_MODEL", "loop_", ...[...names, ...others].map((name) => `_atom_site.${name}`)];
  const atoms = storedText(NAME)
    .split("\n")
    .filter((line) => /^(ATOM|HETATM)/.test(line) && !line.includes("HOH"))
    .map((line, index) => {
      const cut = (from: number, to: number) => line.slice(from, to).trim();
      const number = cut(22, 26);
      const place = [cut(30, 38), cut(38, 46), cut(46, 54)];
      return [
        "ATOM",
        index + 1,
        cut(76, 78) || "C",
        cut(12, 16),
        cut(17, 20),
        "A",
        number,
        ...place,
        Number(number) - 120,
      ];
    });
  return `${[...head, ...atoms.map((fields) => fields.join(" ")), "#"].join("\n")}\n`;
}

/** Points at the row of a residue, and returns what the picture says then. */
async function pointedAt(page: Page, residue: string): Promise<string | null> {
  await page.mouse.move(0, 0);
  await page.getByRole("row").filter({ hasText: residue }).hover();
  return page.getByRole("region", { name: "Picture" }).locator("output").textContent();
}

/** Moves the pointer over an element, until a condition holds. */
async function sweep(page: Page, over: Locator, isDone: () => Promise<boolean>): Promise<void> {
  const box = await over.boundingBox();
  if (!box) throw new Error("The element is not shown.");
  for (let y = 0.2; y < 0.9; y += 0.06) {
    for (let x = 0.35; x < 0.66; x += 0.02) {
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      await page.waitForTimeout(80);
      if (await isDone()) return;
    }
  }
  throw new Error("No residue was under the pointer.");
}

/** Returns a fingerprint of what a picture shows. */
async function shownBytes(picture: Locator): Promise<string> {
  return (await picture.screenshot()).toString("base64");
}
