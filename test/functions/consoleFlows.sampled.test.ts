import { expect, test } from "vitest";
import { byNight } from "../support/byNight.ts";
import { describeConsole, expectAccessible, openConsoleBrowser } from "../support/consoleBrowser.ts";
import { memberToken, sharedPlatform, startCsvLoad, uniqueName } from "../support/lab.ts";
import { waitForTask } from "../support/taskLab.ts";

const REFERENCE = "MKTAYIAKQRQISFVKSHFSRQ";

/** Returns the reference with a tryptophan at a one-based position. */
const substituted = (at: number): string => `${REFERENCE.slice(0, at - 1)}W${REFERENCE.slice(at)}`;

describeConsole("flows of the console", (made) => {
  const loaded = async (table: string, columns: { name: string; type: string }[], file: string) =>
    made.lab.api.settled(await startCsvLoad(made.lab, table, columns, file));
  const effects = async (table: string, effectOf: (at: number) => number) => {
    const rows = [3, 4, 5, 6, 7, 8].map((at) => `${substituted(at)},${effectOf(at)}`);
    const columns = [
      { name: "sequence", type: "STRING" },
      { name: "effect", type: "FLOAT64" },
    ];
    await loaded(table, columns, `sequence,effect\n${rows.join("\n")}\n`);
  };

  test("an import moves to another round on its page, and back", async () => {
    const { lab } = made;
    const { id: round } = await lab.api.post<{ id: string }>("/round:create", {
      project_id: lab.projectId,
      name: "moved here",
    });
    const load = await loaded("to_move", [{ name: "n", type: "INT64" }], "n\n1\n");
    const page = await made.console.open(`/w/${lab.name}/loads/${load.id}`);
    await page.getByLabel("Round", { exact: true }).selectOption("moved here");
    await page.getByText("The import is now in moved here.").waitFor();
    await expect.poll(() => page.getByLabel("Round", { exact: true }).inputValue()).toBe(round);
    await expectAccessible(page);
    const roundOf = async () =>
      (await lab.api.get<{ context: { round_id?: string } }>(`/data/load:get?id=${load.id}`)).context
        .round_id;
    expect(await roundOf()).toBe(round);
    await page.getByRole("button", { name: "Move back" }).click();
    await page.getByText("The import is now not in a round.").waitFor();
    expect(await roundOf()).toBeUndefined();
    expect(made.console.complaints).toEqual([]);
  });

  byNight("training and analysis use only the chosen table", async () => {
    await effects("complete", (at) => at);
    const columns = [
      { name: "clone", type: "STRING" },
      { name: "tm", type: "FLOAT64" },
    ];
    await loaded("clones", columns, "clone,tm\nA1,51.5\nA2,52\n");
    const page = await made.console.open(`/w/${made.lab.name}/tables/clones`);
    for (const verb of ["Train on this table", "Analyze this table"]) {
      await page.getByRole("link", { name: verb }).click();
      await page
        .getByText(
          "clones lacks a column of protein sequences (type “sequence (amino acids)”) or of mutations",
        )
        .waitFor();
      await page.getByText("Its columns: clone (text), tm (decimal number).").waitFor();
      await page
        .getByText("import its file into a new table with the type “sequence (amino acids)”")
        .waitFor();
      expect(await page.getByLabel("Table", { exact: true }).inputValue()).toBe("clones");
      expect(await page.getByRole("button", { name: /^(Train|Analyze)$/ }).count()).toBe(0);
      await expectAccessible(page);
      await page.goBack();
    }

    // Another table is used only if selected.
    await page.getByRole("link", { name: "Train on this table" }).click();
    await page.getByLabel("Table", { exact: true }).selectOption("complete");
    await page.getByRole("button", { name: "Train", exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("table")).toBe("complete");

    await page.goto(new URL(`/w/${made.lab.name}/analyze?table=gone`, page.url()).href);
    await page.getByText("The table does not exist.").waitFor();
    expect(made.console.complaints).toEqual([]);
  });

  byNight("paint the reference, no effect, or a chosen value white in the heatmap", async () => {
    // Most substitutions are harmful: their median is not neutral.
    await effects("log_effects", (at) => (at === 3 ? 0.1 : -at / 2));
    const page = await made.console.open(`/w/${made.lab.name}/tables/log_effects?tab=heatmap`);
    await page.getByText("white: 0, no effect on differences or logarithms").waitFor();
    await page.getByLabel("Colors relative to").selectOption("a value");
    await page.getByLabel("Value that is white").fill("-2");
    await page.getByLabel("Value that is white").blur();
    await page.getByText("white: the chosen value (-2)").waitFor();
    expect(new URL(page.url()).searchParams.get("white")).toBe("-2");
    await expectAccessible(page);

    await effects("ratios", (at) => (at === 3 ? 1.2 : at / 100));
    await page.goto(new URL(`/w/${made.lab.name}/tables/ratios?tab=heatmap`, page.url()).href);
    await page.getByText("white: 1, no effect on ratios").waitFor();

    await effects("temperatures", (at) => 50 + at / 2);
    await page.goto(new URL(`/w/${made.lab.name}/tables/temperatures?tab=heatmap`, page.url()).href);
    await page.getByText("Set white to the value of the wild type").waitFor();
    await loaded(
      "temperatures",
      [
        { name: "sequence", type: "STRING" },
        { name: "effect", type: "FLOAT64" },
      ],
      `sequence,effect\n${REFERENCE},52.5\n`,
    );
    await page.reload();
    await page.getByText("white: the reference (52.5)").waitFor();
    await expect.poll(() => page.getByText("Set white to the value").count()).toBe(0);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("rows changed since a version are shown even if a load has added columns", async () => {
    const columns = [{ name: "code", type: "STRING" }];
    await loaded("growing", columns, "code\nA1G\nA2G\n");
    await loaded("growing", [...columns, { name: "order", type: "INT64" }], "code,order\nA3G,7\n");
    const page = await made.console.open(`/w/${made.lab.name}/tables/growing?tab=history`);
    await page.getByRole("button", { name: "Rows that changed since" }).click();
    await page.getByText("1 row", { exact: true }).waitFor();
    await page.getByRole("gridcell", { name: "A3G" }).waitFor();
    expect(await page.getByRole("gridcell", { name: "A1G" }).count()).toBe(0);
    expect(made.console.complaints).toEqual([]);
  });

  byNight("show the whole words of the version that is read", async () => {
    await loaded("versions", [{ name: "code", type: "STRING" }], "code\nA1G\n");
    await loaded("versions", [{ name: "code", type: "STRING" }], "code\nA2G\n");
    const page = await made.console.open(`/w/${made.lab.name}/tables/versions?tab=history`);
    await page.getByRole("link", { name: "See as of here" }).last().click();
    await page.getByText("A1G").waitFor();
    // The selector is as wide as it would be without a maximum width.
    const [shown, needed] = await page.getByLabel("As of").evaluate((element) => {
      const select = element as unknown as { selectedOptions: { text: string }[]; clientWidth: number };
      const free = element.cloneNode(true) as HTMLSelectElement;
      free.removeAttribute("id");
      free.replaceChildren(new Option(select.selectedOptions[0]?.text));
      free.style.cssText = "position: absolute; max-width: none";
      document.body.append(free);
      return [select.clientWidth, free.clientWidth];
    });
    // Both are rounded to whole pixels.
    expect((shown ?? 0) + 1).toBeGreaterThanOrEqual(needed ?? Number.POSITIVE_INFINITY);
  });

  byNight(
    "start a query that takes long apart from the page, find it after a reload, and cancel it",
    async () => {
      const many = "UNNEST(sequence(1, 10000))";
      const q = `SELECT count(*) AS n FROM ${many} a (x), ${many} b (y), ${many} c (z) WHERE x + y + z = 1`;
      const page = await made.console.open("/");
      await page.clock.install();
      const origin = new URL(page.url()).origin;
      await page.goto(`${origin}/w/${made.lab.name}/sql?${new URLSearchParams({ q })}`);
      await page.getByText("more are arriving").waitFor();
      await page.clock.fastForward(11_000);
      await page.getByText("You can leave this page").waitFor();
      const id = new URL(page.url()).searchParams.get("run");
      await page.reload();
      await page.getByLabel("Progress of the query").waitFor();
      await expectAccessible(page);
      expect(new URL(page.url()).searchParams.get("run")).toBe(id);
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await page.getByText("CANCELLED").first().waitFor();
      expect(await made.lab.api.get(`/data/query:get?id=${id}`)).toMatchObject({
        state: "CANCELLED",
        query: q,
      });
    },
  );

  byNight("show the result and cost of a query that continued, and run another one separately", async () => {
    const q = "SELECT 6 * 7 AS answer";
    const { id } = await made.lab.api.post<{ id: string }>("/data/query:start", { query: q });
    const page = await made.console.open("/");
    const pathTo = (query: string): string =>
      `${new URL(page.url()).origin}/w/${made.lab.name}/sql?${new URLSearchParams({ q: query, run: id })}`;
    await page.goto(pathTo(q));
    await page.getByRole("gridcell", { name: "42" }).waitFor();
    await page.getByText("0 files, 0 B read").waitFor();
    expect(new URL(page.url()).searchParams.get("run")).toBe(id);
    await page.goto(pathTo("SELECT 5 * 5 AS other"));
    await page.getByRole("gridcell", { name: "25" }).waitFor();
    expect(new URL(page.url()).searchParams.get("run")).toBeNull();
  });

  byNight("close the list of completions when a query is run, by the button as by keys", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/sql`);
    await page.getByLabel("SQL").waitFor();
    for (const run of ["button", "keys"]) {
      await page.clock.install();
      await page.getByLabel("SQL").fill("");
      await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
      // The search is running, but the list is not open yet.
      await page.getByLabel("SQL").pressSequentially("SELECT 1 AS sel");
      if (run === "button") await page.getByRole("button", { name: /^Run/ }).click();
      else await page.keyboard.press("Control+Enter");
      await page.clock.runFor(5_000);
      await page.clock.resume();
      await page.getByText("1 row", { exact: true }).waitFor();
      expect(await page.locator(".cm-tooltip-autocomplete").count(), run).toBe(0);
      await page.reload();
    }
  });

  test("a user without a workspace sees the command that grants membership, and can continue once it has run", async () => {
    const { lab } = made;
    const name = uniqueName("second");
    const email = `${name}@example.org`;
    const console = await openConsoleBrowser({ ...lab, name });
    try {
      const page = await console.open("/");
      await page.getByRole("heading", { name: "You are not in a workspace yet" }).waitFor();
      await page.getByLabel("Name of the workspace").fill(lab.name);
      const { port } = new URL(sharedPlatform().platformUrl);
      const command = `PORT=${port} npm run -s token -- --email ${email}`;
      await page.getByText(`${command} --workspace ${lab.name}`, { exact: true }).waitFor();
      await page.getByText(`${command} --staff`, { exact: true }).waitFor();
      await expectAccessible(page);

      // The page at the workspace URL shows the same command.
      await page.goto(new URL(`/w/${lab.name}/tables`, page.url()).href);
      await page.getByRole("heading", { name: `You are not in a workspace “${lab.name}”` }).waitFor();
      await page.getByText(`${command} --workspace ${lab.name}`, { exact: true }).waitFor();
      await expectAccessible(page);

      // The command requests a member's token from the identity provider.
      await memberToken(sharedPlatform(), lab.orgId, email);
      await page.goto(new URL("/", page.url()).href);
      await page.getByRole("link", { name: lab.name }).click();
      await page.getByRole("heading", { name: lab.name }).waitFor();
      expect(console.complaints).toEqual([]);
    } finally {
      await console.close();
    }
  });

  byNight("rows with outlier sequences are named", async () => {
    const page = await made.console.open(`/w/${made.lab.name}/import`);
    const rows = Array.from({ length: 20 }, (_, at) => `${substituted(at + 1)},${at}`);
    const buffer = Buffer.from(`sequence,activity\n${rows.join("\n")}\nMKWV,9.5\n`);
    const file = { name: "summary.csv", mimeType: "text/csv", buffer };
    await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
    await page.getByText("1 of 21 sequences is unlike the others").waitFor();
    await page
      .getByText("row 21 (“MKWV”, 4 residues)")
      .or(page.getByText('row 21 ("MKWV", 4 residues)'))
      .waitFor();
    await expectAccessible(page);
  });

  byNight("a project stores its reference, which turns imported mutations into sequences", async () => {
    const { lab, console } = made;
    const wild = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV";
    const page = await console.open(`/w/${lab.name}/projects/${lab.projectId}`);
    await page.getByLabel("Name of a reference").fill("mature");
    await page.getByLabel("Number of the first residue").fill("24");
    await page.getByLabel("Sequence or FASTA").fill(`>wild type\n${wild}\n`);
    await page.getByRole("button", { name: "Save the reference" }).click();
    await page.getByText("32 residues, numbered from 24 to 55").waitFor();
    await expectAccessible(page);
    await page.goto(new URL(`/w/${lab.name}/import`, page.url()).href);
    const rows = [...wild].map((from, at) => `${from}${at + 24}${from === "W" ? "A" : "W"},${at}`);
    const buffer = Buffer.from(`Mutation(s),score\n${rows.join("\n")}\nT26*,-3\n`);
    const file = { name: "console_scan.csv", mimeType: "text/csv", buffer };
    await page.getByLabel("Choose a file, or drop it here").setInputFiles(file);
    await page.getByRole("heading", { name: "Sequences from mutations" }).waitFor();
    await page.getByText("which matches 32 of 32 wild-type letters").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("console_scan.csv is in console_scan.").waitFor();
    const table = await lab.api.query("SELECT sequence FROM console_scan WHERE mutation_s = 'K25W'");
    expect(table.getChildAt(0)?.at(0)).toBe(`MW${wild.slice(2)}`);

    // A table with only mutations is used for training with the same reference, regardless of its column name.
    const codes = [
      { name: "note", type: "STRING" },
      { name: "score", type: "FLOAT64" },
    ];
    await loaded("mutations_alone", codes, `note,score\n${rows.join("\n")}\n`);
    await page.goto(new URL(`/w/${lab.name}/train?table=mutations_alone`, page.url()).href);
    await page
      .getByText("computed from the mutations in note; the reference is numbered from 24 to 55")
      .waitFor();
    expect(await page.getByLabel("Reference protein").inputValue()).toBe(wild);
    await page.getByLabel("Reference protein").fill(wild.split("").reverse().join(""));
    await page.getByText("do not agree with this reference").waitFor();
    expect(await page.getByRole("button", { name: "Train", exact: true }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByLabel("Reference protein").fill(wild);
    await page.getByRole("button", { name: "Train", exact: true }).click();
    await page.waitForURL(/\/tasks\/\d+/);
    const task = await waitForTask(lab, new URL(page.url()).pathname.split("/").at(-1) ?? "");
    expect([task.state, task.errors]).toEqual(["COMPLETED", []]);
    expect(task.parameters).toMatchObject({
      dataset: { kind: "TABLE", table: "mutations_alone", mutations: "note" },
      reference: { monomer: wild, first_position: 24 },
    });
  });
});
