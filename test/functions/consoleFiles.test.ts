import { expect, test } from "vitest";
import { describeConsole, expectAccessible } from "../support/consoleBrowser.ts";

describeConsole("the import of a file", (made) => {
  test("says what is seldom meant, and offers a column for decimals in one click", async () => {
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
    await page.getByText("The view inhibitions_decimal joins whole numbers and decimals.").waitFor();
    const { query } = await made.lab.api.get<{ query: string }>(
      "/data/table:get?reference=inhibitions_decimal",
    );
    expect(query).toContain('coalesce("inhibition_decimal", CAST("inhibition" AS double)) AS "inhibition"');
    expect(made.console.complaints).toEqual([]);
  });
});
