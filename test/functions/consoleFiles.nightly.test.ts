import { expect, test } from "vitest";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { startCsvLoad } from "../support/lab.ts";

describeConsole("the import of a file", (made) => {
  test("the import page warns about unusual contents, and adds a column for decimals in one click", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const paste = async (cells: string) => {
      await page.getByLabel("Cells from a spreadsheet").fill(cells);
      await page.getByRole("button", { name: "Use these cells" }).click();
      await page.getByLabel("Into the table").fill("inhibitions");
    };
    await paste("mutations\tinhibition\nM0A\t95\nK1A\t80\n");
    await page.getByText("positions are counted from 0, as in M0A (row 1)").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Type of inhibition").selectOption("whole number");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("2 rows").waitFor();

    await page.goto(new URL(`/w/${made.lab.name}/import`, page.url()).href);
    await paste("mutations\tinhibition\nT2A\t95.5\n");
    await page.getByRole("button", { name: "Load inhibition into a new column for decimals" }).click();
    await page.getByText("The table gets new columns: inhibition_decimal.").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The view inhibitions_decimal combines integers and decimals.").waitFor();
    const { query } = await made.lab.api.get<{ query: string }>(
      "/data/table:get?reference=inhibitions_decimal",
    );
    expect(query).toContain('coalesce("inhibition_decimal", CAST("inhibition" AS double)) AS "inhibition"');
    expect(made.console.complaints).toEqual([]);
  });

  test("problems are listed in a table, one click keeps the values, and mutations are checked before upload", async () => {
    const { lab, console } = made;
    const page = await console.open(`/w/${lab.name}/import`);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    const wild = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV";
    const rows = [...wild].map((from, at) => `${from}${at + 1}${from === "W" ? "A" : "W"},${at},1`);
    rows.push("A9W,40,1", "Y5*,41,1", "S13A,<0.5,1", "F14A,about 3,1", "K16A,7,2.5");
    const lines = rows.map((row, at) => `${row},P${at % 2}`);
    const buffer = Buffer.from(`Mutation(s),score,count,plate\n${lines.join("\n")}\n`);
    const file = { name: "limits.csv", mimeType: "text/csv", buffer };
    await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
    await page.getByLabel("Protein that the mutations refer to").fill(wild);
    await page.getByRole("button", { name: "Look for mutations" }).click();
    await page.getByLabel("Type of count").selectOption("whole number");
    const problem = (words: string) => page.getByRole("row").filter({ hasText: words });
    await problem('"A9W" expects "A" at position 9, but the reference has "Q"')
      .getByText("Line 34.")
      .waitFor();
    await expectAccessible(page);
    await problem('"about 3" is not a number')
      .getByRole("button", { name: "Keep “about 3” in score_text" })
      .click();
    await problem('"2.5" is not a whole number')
      .getByRole("button", { name: "Read count as decimal numbers" })
      .click();
    await page.getByText("Correct line 34, or exclude it").click();
    await page.getByLabel("Correct value in line 34 of Mutation(s)").first().fill("Q9A");
    await page.getByLabel("Reason for the change in line 34 of Mutation(s)").first().fill("Typing error");
    await page.getByRole("button", { name: "Correct", exact: true }).click();
    await page.getByText("36 rows checked, nothing to correct; 1 row without a sequence").waitFor();
    // The form reads the loads of the latest round to propose a round.
    expect(sent.filter((url) => /load:(?!list)/.test(url))).toEqual([]);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("limits.csv is in limits.").waitFor();
    const table = await lab.api.query(
      "SELECT mutation_s, score_limit, score_text, sequence FROM limits WHERE score_limit = '<' OR score_text IS NOT NULL OR mutation_s = 'Q9A' ORDER BY 1",
    );
    const changed = (at: number) => `${wild.slice(0, at - 1)}A${wild.slice(at)}`;
    expect(table.toArray().map((row) => Object.values(row))).toEqual([
      ["F14A", null, "about 3", changed(14)],
      ["Q9A", null, null, changed(9)],
      ["S13A", "<", null, changed(13)],
    ]);

    // A training run started here uses the limits and the plates.
    await page.goto(new URL(`/w/${lab.name}/train?table=limits`, page.url()).href);
    await page.getByText("It will use up to").waitFor();
    await page.getByRole("checkbox", { name: "count" }).uncheck();
    await page.getByLabel("Batches").selectOption("plate");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).first().waitFor();
    const { items } = await lab.api.get<{ items: { id: string; parameters: { dataset: object } }[] }>(
      "/task:list",
    );
    const [training] = items;
    expect(training?.parameters.dataset).toEqual({
      kind: "QUERY",
      query:
        'SELECT "sequence" AS sequence, "score", "score_limit", CAST("plate" AS varchar) AS batch_id, "$load_id" FROM "limits" WHERE "sequence" IS NOT NULL',
    });
    await lab.api.post(`/task:cancel?id=${training?.id}`);

    // The page of an import created by another client shows the same.
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "score", type: "FLOAT64" },
    ];
    const broken = ["sequence,score", "MKTAYIAK,n.d.", "MKTAYIAR,low", "MKTBYIAV,n.d.", "MKTAYIAL,4", ""];
    const failed = await startCsvLoad(lab, "broken", columns, broken.join("\n"));
    await lab.api.settled(failed);
    await page.goto(new URL(`/w/${lab.name}/loads/${failed}`, page.url()).href);
    await page.getByRole("heading", { name: "Problems to fix. Nothing was loaded." }).waitFor();
    const cells = async (words: string) => problem(words).getByRole("cell").allInnerTexts();
    expect(await cells('"n.d." is not a number')).toEqual([
      "2",
      '"n.d." is not a number.\nLines 2, 4.',
      "Import the file again: the import offers ways to read these cells.",
    ]);
    expect((await cells('"MKTBYIAV" has "B" at position 4'))[0]).toBe("1");
    await expectAccessible(page);
    expect(console.complaints).toEqual([]);
  });

  test("the import offers views of replicates and of values normalized by reference wells", async () => {
    const { lab, console } = made;
    const page = await console.open(`/w/${lab.name}/import`);
    const rows = ["WT,P1,2,4", "A1G,P1,6,6", "WT,P2,10,10", "A1G,P2,5,8"];
    const buffer = Buffer.from(`sample,plate,activity_1,activity_2\n${rows.join("\n")}\n`);
    await page
      .getByLabel("Choose a file, or drop it here")
      .setInputFiles({ name: "wells.csv", mimeType: "text/csv", buffer });
    await page.getByText("activity_1, activity_2 look like 2 replicates of activity").waitFor();
    await page.getByLabel("Create views of them").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("The views wells_replicates and wells_means show its replicates.").waitFor();
    const means = await lab.api.query("SELECT activity, activity_n FROM wells_means ORDER BY 1");
    expect(means.toArray().map((row) => Object.values(row).map(Number))).toEqual([
      [3, 2],
      [6, 2],
      [6.5, 2],
      [10, 2],
    ]);

    await page.goto(new URL(`/w/${lab.name}/tables/wells_means?tab=columns`, page.url()).href);
    await page.getByText("Compare values with reference wells").click();
    await page.getByLabel("is", { exact: true }).fill("WT");
    const form = page.getByRole("group").filter({ hasText: "Compare values with reference wells" });
    await form.getByText("activity_ratio = activity / (mean of the same plate where sample is WT)").waitFor();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Make the view wells_means_activity_ratio" }).click();
    await page.getByRole("heading", { name: "wells_means_activity_ratio" }).waitFor();
    const ratios = await lab.api.query("SELECT activity_ratio FROM wells_means_activity_ratio ORDER BY 1");
    expect(ratios.toArray().map(({ activity_ratio: ratio }) => ratio)).toEqual([0.65, 1, 1, 2]);
    expect(console.complaints).toEqual([]);
  });

  test("the import reads FASTA, a section of an instrument file, and a plate with its layout", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const choose = async (name: string, content: string) => {
      await page.goto(new URL(`/w/${made.lab.name}/import`, page.url()).href);
      const file = { name, mimeType: "text/plain", buffer: Buffer.from(content) };
      await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
    };
    const send = async (table: string, rows: string) => {
      await page.getByLabel("Into the table").fill(table);
      await page.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText(rows).waitFor();
    };
    await choose("library.fasta", ">wt lab strain\nMKTAYIAK\nQR\n>v1\nMKTAYIAKQK\n");
    await page.getByText("FASTA ·").waitFor();
    await send("library", "2 rows");

    const sections =
      "* Block Type = 96well\n\n[Raw]\nwell,rn\nA1,0.5\n\n[Results]\nwell,ct,note\nA1,18.5\nA2,19\n";
    await choose("qpcr.txt", sections);
    await page.getByText("CSV of Applied Biosystems qPCR").waitFor();
    await page.getByLabel("Section").selectOption("[Raw] (line 4)");
    await page.getByLabel("Type of rn").waitFor();
    await expectAccessible(page);
    await send("raw_signals", "1 row");

    const numbers = Array.from({ length: 12 }, (_, column) => column + 1);
    const grid = (cell: (column: number) => string) =>
      ["A", "B"].map((letter) => `${letter},${numbers.map(cell).join(",")}\n`).join("");
    const names = grid((column) => (column < 3 ? "pos" : column < 5 ? "neg" : "v1"));
    const values = grid((column) => String(column < 3 ? 9 + column / 8 : column / 8));
    await choose("plate.csv", `Layout\n,${numbers}\n${names}\n450 nm\n,${numbers}\n${values}`);
    await page.getByText("Z′ is").waitFor();
    await expectAccessible(page);
    await send("plate_values", "24 rows");
    const joined = await made.lab.api.query(
      "SELECT sequence, avg(value) AS value FROM plate_values JOIN library ON layout = name GROUP BY sequence",
    );
    expect([joined.numRows, joined.getChildAt(0)?.at(0), joined.getChildAt(1)?.at(0)]).toEqual([
      1,
      "MKTAYIAKQK",
      1.0625,
    ]);
    expect(made.console.complaints).toEqual([]);
  });
});
