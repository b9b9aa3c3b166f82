import { beforeAll, expect, test } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";
import { startCsvLoad } from "../support/lab.ts";

const FILE = `variant_id,mutations,sequence,tm
v1,,MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPIL,51.5
v2,A27G,MKTGYIAKQRQISFVKSHFSRQLEERLGLIEVQAPIL,49
v3,K31R,MKTAYIARQRQISFVKSHFSRQLEERLGLIEVQAPIL,58.25
v4,A27G K31R,MKTGYIARQRQISFVKSHFSRQLEERLGLIEVQAPIL,60
`;
const COLUMNS = [
  { name: "variant_id", type: "STRING" },
  { name: "mutations", type: "STRING" },
  { name: "sequence", type: "STRING", metadata: { kind: "AMINO_ACIDS" } },
  { name: "tm", type: "FLOAT64" },
];

describeConsole("the rows of a table", (made) => {
  beforeAll(async () => {
    await made.lab.api.settled(await startCsvLoad(made.lab, "melting", COLUMNS, FILE));
  });

  byNight(
    "a row is shown in full, columns are arranged, filters are combined, and a view saves this",
    async () => {
      const { lab } = made;
      const page = await made.console.open(`/w/${lab.name}/tables/melting`);
      await page.getByTitle(/^tm; from 49 to 60/).waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      const panel = page.getByRole("complementary", { name: "Row 2" });
      await panel.getByText("A27G, compared with the most common residue at each position.").waitFor();
      expect(await panel.locator("mark").allTextContents()).toEqual(["G"]);
      expect(await panel.locator("mark").getAttribute("title")).toBe("A27G");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Next row" }).click();
      await page.getByRole("complementary", { name: "Row 3" }).getByText("58.25").waitFor();
      await page.reload();
      await page.getByRole("complementary", { name: "Row 3" }).getByText("58.25").waitFor();
      await page.getByRole("button", { name: "Close the row" }).press("Escape");
      await expect.poll(() => page.getByRole("complementary", { name: /^Row/ }).count()).toBe(0);

      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("checkbox", { name: "sequence" }).uncheck();
      await page.getByRole("button", { name: "Pin tm" }).click();
      await page.getByRole("button", { name: "Move mutations up" }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Done" }).click();
      const heads = () => page.getByRole("columnheader").allTextContents();
      await expect.poll(heads).toEqual(["tm", "mutations", "variant_id"]);

      const filter = async (column: string, value: string) => {
        await page.getByLabel("Column to filter by").selectOption(column);
        await page.getByLabel("Value to compare with").fill(value);
        await page.getByRole("button", { name: "Filter", exact: true }).click();
      };
      await filter("tm", "60");
      await filter("variant_id", "v2");
      await page.getByText("0 rows of 4").waitFor();
      await page.getByLabel("How the filters combine").selectOption("rows that match any filter");
      await page.getByText("2 rows of 4").waitFor();

      await page.getByRole("button", { name: "Views" }).click();
      await page.getByLabel("Name of this view").fill("stable or v2");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save in this browser" }).click();
      await page.goto(new URL(`/w/${lab.name}/tables/melting`, page.url()).href);
      await page.getByText("4 rows").waitFor();
      await page.getByRole("button", { name: "Views (1)" }).click();
      await page.getByRole("link", { name: "stable or v2" }).click();
      await page.getByText("2 rows of 4").waitFor();
      await expect.poll(heads).toEqual(["tm", "mutations", "variant_id"]);
      expect(made.console.complaints).toEqual([]);
    },
  );

  test("a variant is found in all tables by mutation and by part of its sequence", async () => {
    const { lab } = made;
    const designs = "name,change,score\nd1,p.[Ala27Gly;Lys31Arg],0.7\nd2,p.Ala127Gly,0.9\n";
    const columns = [
      { name: "name", type: "STRING" },
      { name: "change", type: "STRING" },
      { name: "score", type: "FLOAT64" },
    ];
    await lab.api.settled(await startCsvLoad(lab, "shortlist", columns, designs));
    const page = await made.console.open(`/w/${lab.name}/search`);
    await page.getByLabel("Mutations or sequence").fill("29");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("alert").getByText("substitutions such as V29A").waitFor();
    await page.getByLabel("Mutations or sequence").fill("A27G");
    await page.keyboard.press("Enter");
    await page.getByText("Found in 2 of 2 tables.").waitFor();
    const shortlist = page.getByRole("region", { name: "shortlist" });
    await shortlist.getByRole("gridcell", { name: "d1" }).waitFor();
    expect(await shortlist.getByText("d2").count()).toBe(0);
    await page.getByRole("region", { name: "melting" }).getByText("2 rows", { exact: true }).waitFor();
    await expectAccessible(page);

    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("yiarqrqis");
    await page.getByRole("option", { name: /Find yiarqrqis in all tables/ }).click();
    await page.getByText("Found in 1 of 2 tables.").waitFor();
    await page.getByRole("link", { name: "Open in SQL" }).click();
    await page.getByRole("grid", { name: "Result" }).getByRole("gridcell", { name: "v3" }).waitFor();
    expect(made.console.complaints).toEqual([]);
  });
});
