import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byNight } from "../support/byNight.ts";
import { type Lab, newLab } from "../support/lab.ts";
import { mutationVectors, valueColumn } from "../support/mutationFiles.ts";
import { Pdp } from "../support/pdp.ts";
import { scanVectors } from "../support/scanFiles.ts";
import { bytesOf, plainValue, tableFiles } from "../support/tableFiles.ts";

let lab: Lab;
let pdp: Pdp;

beforeAll(async () => {
  lab = await newLab();
  pdp = await Pdp.open(lab);
});
afterAll(() => pdp.close());

byNight("an import into an existing table uses its columns and asks about additional ones", async () => {
  await pdp.write("good.csv", "sequence,activity,passed\nMKT,1.5,true\n");
  await pdp.done("import", "good.csv", "--into", "plates");
  await pdp.write("more.csv", "Sequence,Activity,operator\nMKA,3,Ana\n");
  const refused = await pdp.run(["import", "more.csv", "--into", "plates"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('more.csv has columns that are not in the table "plates": "operator"');
  expect(refused.stderr).toContain("--skip operator");
  await pdp.done("import", "more.csv", "--into", "plates", "--skip", "operator");
  await pdp.done("import", "more.csv", "--into", "plates", "--add", "operator");
  expect(
    await pdp.done("sql", "SELECT activity, passed, operator FROM plates ORDER BY activity, operator"),
  ).toBe("activity\tpassed\toperator\n1.5\ttrue\t\n3.0\t\tAna\n3.0\t\t\n");
});

byNight("an import renames, recognizes layouts, states types, and takes several files at once", async () => {
  await pdp.write("a.csv", "Variant;Tm (°C);Day\nK2R;58,9;1\n");
  await pdp.write("b.csv", "Variant;Tm (°C);Day\nK2V;61,25;2\n");
  const flags = ["--rename", "Tm (°C)=tm", "--type", "Day=STRING"];
  await pdp.done("import", "a.csv", "b.csv", "--into", "melting", ...flags);
  const columns = await pdp.json<{ name: string; type: string }[]>("table", "columns", "melting");
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "variant STRING",
    "tm FLOAT64",
    "day STRING",
  ]);
  expect(await pdp.done("sql", "SELECT variant, tm FROM melting ORDER BY tm")).toBe(
    "variant\ttm\nK2R\t58.9\nK2V\t61.25\n",
  );
  const unknown = await pdp.run(["import", "a.csv", "--into", "other", "--rename", "Tm=tm"]);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('names the column "Tm"')]);
});

byNight("an import reads FASTA and alignments as one row per sequence", async () => {
  await pdp.write("library.fasta", ">wt lab strain\nMKTAYIAK\nQRQIS\n>v1\nMKTAYIAKQRQIS\n");
  await pdp.done("import", "library.fasta", "--into", "library");
  expect(await pdp.done("sql", "SELECT name, description, sequence FROM library ORDER BY name")).toBe(
    "name\tdescription\tsequence\nv1\t\tMKTAYIAKQRQIS\nwt\tlab strain\tMKTAYIAKQRQIS\n",
  );
  await pdp.write("family.sto", "# STOCKHOLM 1.0\na MKT-YI\nb MKTa-I\n//\n");
  await pdp.done("import", "family.sto", "--into", "family", "--skip", "description");
  expect(await pdp.done("sql", "SELECT name, sequence, aligned_sequence FROM family ORDER BY name")).toBe(
    "name\tsequence\taligned_sequence\na\tMKTYI\tMKT-YI\nb\tMKTAI\tMKTa-I\n",
  );
  await pdp.write("reads.fastq", "@r1\nGATTACA\n+\nIIII\n");
  const refused = await pdp.run(["import", "reads.fastq", "--into", "reads"]);
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("the read on line 1")]);
});

byNight("an import reads a plate as one row per well, and reports its controls", async () => {
  const numbers = Array.from({ length: 12 }, (_, column) => column + 1);
  const grid = (cell: (column: number) => string) =>
    ["A", "B"].map((letter) => `${letter}\t${numbers.map(cell).join("\t")}\n`).join("");
  const names = grid((column) => (column < 3 ? "pos" : column < 5 ? "neg" : "v1"));
  const values = grid((column) => String(column < 3 ? 9 : column / 8));
  const header = `\t${numbers.join("\t")}\n`;
  await pdp.write("plate.txt", `Layout\n${header}${names}\n450 nm\n${header}${values}`);
  const { stderr, code } = await pdp.run(["import", "plate.txt", "--into", "read_plate"]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("Z′ is")]);
  expect(await pdp.done("sql", "SELECT read, well, value, layout FROM read_plate WHERE well = 'B12'")).toBe(
    "read\twell\tvalue\tlayout\n450 nm\tB12\t1.5\tv1\n",
  );
});

byNight("an import normalizes sequences and skips rows on request, and reports both", async () => {
  await pdp.write("dirty.csv", "sequence,activity\nmktayiak*,1.5\nMKTAYIAR,2\nMKTAYIAV,see notes\n");
  const into = [
    "dirty.csv",
    "--into",
    "dirty",
    "--type",
    "activity=FLOAT64",
    "--kind",
    "sequence=AMINO_ACIDS",
  ];
  const refused = await pdp.run(["import", ...into]);
  expect([refused.code, refused.stdout]).toEqual([3, ""]);
  expect(refused.stderr).toContain(
    "Add  --sequences NORMALIZE --read activity=OTHER_TEXT  or correct the file.",
  );
  expect(refused.stderr).toContain("--bad-rows SKIP skips these 2 rows.");
  const flags = ["--sequences", "normalize", "--bad-rows", "skip"];
  const tried = await pdp.run(["import", ...into, ...flags, "--dry-run"]);
  expect(tried.stderr).toContain("! dirty.csv: 1 of 3 rows cannot be read and will be skipped");
  const done = await pdp.run(["import", ...into, ...flags]);
  expect(done.stderr).toContain("1 of 3 rows has a problem and was skipped");
  const [id = ""] = /(?<=pdp load errors )\d+/.exec(done.stderr) ?? [];
  expect(await pdp.done("load", "errors", id, "--all")).toContain('"dirty.csv",4,"activity","see notes"');
  expect(await pdp.done("sql", "SELECT sequence FROM dirty ORDER BY activity")).toBe(
    "sequence\nMKTAYIAK\nMKTAYIAR\n",
  );
});

byNight("a load that the service refuses is removed; --keep keeps it", async () => {
  await pdp.write("key.csv", "name,value\nA,1\nA,2\n");
  const columns = [
    { name: "name", type: "STRING" },
    { name: "value", type: "INT64" },
  ];
  const table = { reference: "keyed", kind: "TABLE", columns, key: ["name"] };
  await pdp.write("table.json", JSON.stringify(table));
  await pdp.done("api", "POST", "data/table:create", "--input", "table.json");
  await pdp.done("import", "key.csv", "--into", "keyed", "--dry-run");
  const before = (await pdp.json<unknown[]>("load", "list")).length;
  const refused = await pdp.run(["import", "key.csv", "--into", "keyed"]);
  expect([refused.code, refused.stdout]).toEqual([3, ""]);
  expect(refused.stderr).toContain("The load and its files were deleted");
  expect((await pdp.json<unknown[]>("load", "list")).length).toBe(before);
  const kept = await pdp.run(["import", "key.csv", "--into", "keyed", "--keep"]);
  const id = /pdp load errors (\d+)/.exec(kept.stderr)?.[1] ?? "";
  expect(await pdp.done("load", "errors", id)).toContain("A");
  await pdp.done("load", "download", id, "-o", "files");
  expect(await readFile(join(pdp.folder, "files/key.csv"), "utf8")).toBe("name,value\nA,1\nA,2\n");
  await pdp.done("load", "delete", id);
  expect((await pdp.run(["load", "show", id])).code).toBe(1);
});

test("an interrupted import leaves no load waiting for files", async () => {
  const rows = Array.from({ length: 100_000 }, (_, row) => `${row},${"MKTAYIAKQR".repeat(4)}\n`);
  await pdp.write("large.csv", `id,sequence\n${rows.join("")}`);
  const names = Array.from({ length: 4 }, () => "large.csv");
  const context = { project_id: lab.projectId };
  const running = pdp.run(["import", ...names, "--into", "large", "--quiet"]);
  type Loads = { items: { state: string; tables: object }[] };
  const list = async () =>
    (await lab.api.get<Loads>(`/data/load:list?${new URLSearchParams(context)}`)).items.filter(
      ({ tables }) => "large" in tables,
    );
  await expect.poll(list).toHaveLength(1);
  pdp.interrupt();
  const { code, stderr } = await running;
  const states = (await list()).map(({ state }) => state);
  // On a very fast machine, the load may already have finished.
  if (code !== 0) {
    expect([code, stderr]).toEqual([130, expect.stringMatching(/were deleted|The load continues/)]);
  }
  const isKept = code === 0 || stderr.includes("continues");
  expect(states).toEqual(isKept ? [expect.stringMatching(/LOADING|COMPLETED/)] : []);
});

test("a check reads every cell offline and reports problems in the service's words", async () => {
  const numbers = [
    "n.d.",
    "<LOD",
    "1,5",
    "1e400",
    "12 %",
    "-inf",
    "−3",
    "0x1F",
    "1.2.3",
    "#DIV/0!",
    "NaN",
    " 7 ",
    "½",
  ];
  const dates = ["2026-02-30", "31.01.2026", "46000", "yesterday", "2026-1-1"];
  const rows = [
    ...numbers.map((cell) => `"${cell}",MKT,`),
    ...dates.map((cell) => `1,MKT,${cell}`),
    "1,MK*T,",
    '2,"M\nK",',
    "3,NA,",
    "1,2,3,4",
  ];
  await pdp.write("nasty.csv", `value,sequence,day\n${rows.join("\n")}\n`);
  const config = {
    format: "CSV",
    columns: [
      { name: "value", type: "FLOAT64" },
      { name: "sequence", type: "STRING" },
      { name: "day", type: "DATE" },
    ],
  };
  await pdp.write("config.json", JSON.stringify(config));
  const flags = ["--into", "nasty", "--config", "config.json", "--json"];
  const checked = await pdp.run(["import", "nasty.csv", ...flags]);
  expect(checked.code).toBe(3);
  const context = { kind: "PROJECT", project_id: lab.projectId };
  const body = { context, tables: { nasty: config } };
  const load = await lab.api.post<{ id: string }>("/data/load:create", body);
  await lab.api.upload(load.id, "nasty", "nasty.csv", await readFile(join(pdp.folder, "nasty.csv"), "utf8"));
  await lab.api.post(`/data/load:finalize?id=${load.id}`);
  const { errors } = await lab.api.settled(load.id);
  const [file] = JSON.parse(checked.stdout).files;
  expect(file.sentences).toEqual(errors);
  expect(errors.length).toBeGreaterThan(5);
  const env = { PDP_URL: "http://127.0.0.1:9", PDP_TOKEN: "" };
  const offline = await pdp.run(["check", "nasty.csv", "--into", "config.json", "--json"], { env });
  expect([offline.code, JSON.parse(offline.stdout).files[0].problem_count]).toEqual([3, expect.any(Number)]);
});

byNight("a check reads workbooks and lines of JSON as a whole, too", async () => {
  await pdp.write("rows.ndjson", '{"a": 1, "b": "x"}\n{"a": "n.d.", "b": "y"}\n');
  const lines = await pdp.run(["check", "rows.ndjson", "--type", "a=INT64", "--json"]);
  expect(lines.code).toBe(3);
  await pdp.done(
    "sql",
    "SELECT i AS a, IF(i = 1500, 'n.d.', '7') AS b FROM UNNEST(sequence(1, 1500)) AS t(i)",
    "-o",
    "b.xlsx",
  );
  const sheet = await pdp.run(["check", "b.xlsx", "--type", "b=FLOAT64"]);
  expect([sheet.code, sheet.stderr]).toEqual([3, expect.stringContaining("line 1501")]);
  await pdp.done("check", "b.xlsx", "--type", "b=FLOAT64", "--missing", "n.d.");
  expect((await pdp.run(["check", "nothing.csv"])).code).toBe(2);
  await pdp.write("picture.csv", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
  expect((await pdp.run(["check", "picture.csv"])).code).toBe(3);
});

byNight(
  "a Parquet file of any size is imported with its own columns, which are compared with the table's first",
  async () => {
    const rows = "UNNEST(sequence(1, 500)) AS t(a), UNNEST(sequence(1, 400)) AS u(b)";
    await pdp.done(
      "sql",
      `SELECT 1000 * a + b AS i, random() AS value, DATE '2026-01-31' AS day FROM ${rows}`,
      "-o",
      "p.parquet",
    );
    expect((await stat(join(pdp.folder, "p.parquet"))).size).toBeGreaterThan(1024 * 1024);
    await pdp.done("import", "p.parquet", "--into", "from_parquet");
    expect(await pdp.done("sql", "SELECT count(DISTINCT i) AS n, max(day) AS day FROM from_parquet")).toBe(
      "n\tday\n200000\t2026-01-31\n",
    );
    await pdp.done("sql", "SELECT 'x' AS i, 1.5e0 AS value, DATE '2026-01-31' AS day", "-o", "q.parquet");
    const refused = await pdp.run(["import", "q.parquet", "--into", "from_parquet"]);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("Nothing was uploaded")]);
  },
);

byNight("an import keeps limits and errors, and corrects cells and excludes rows on request", async () => {
  const rows = ["v1,1.5", "v2,<0.5", "v3,2.5 ± 0.25", "v4,1.2.5", "v5,see page 3", "v6,4.5", "v7,5", "v8,6"];
  await pdp.write("lab.csv", `id,activity\n${rows.join("\n")}\n,\nv9,7\nv10,8\nMean,4\n`);
  const refused = await pdp.run(["import", "lab.csv", "--into", "lab"]);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("--read activity=OTHER_TEXT");
  expect(refused.stderr).toContain("lines 5, 6");
  expect(refused.stderr).not.toContain("have the same values");
  const flags = ["--read", "activity=OTHER_TEXT", "--correct", "5:activity=1.25", "--exclude", "id=v8"];
  const unexplained = await pdp.run(["import", "lab.csv", "--into", "lab", ...flags]);
  expect([unexplained.code, unexplained.stderr]).toEqual([2, expect.stringContaining("require a reason")]);
  await pdp.done("import", "lab.csv", "--into", "lab", ...flags, "--reason", "Notebook page 3");
  expect(
    await pdp.done("sql", "SELECT * FROM lab WHERE id < 'v7' AND id > 'v1' AND id <> 'v10' ORDER BY id"),
  ).toBe(
    [
      "id\tactivity\tactivity_error\tactivity_limit\tactivity_text",
      "v2\t0.5\t\t<\t",
      "v3\t2.5\t0.25\t\t",
      "v4\t1.25\t\t\t",
      "v5\t\t\t\tsee page 3",
      "v6\t4.5\t\t\t",
      "",
    ].join("\n"),
  );
  expect(await pdp.done("sql", "SELECT count(*) AS n FROM lab")).toBe("n\n9\n");
});

byNight("an import makes views of replicates on request: a row for each, and their means", async () => {
  await pdp.write("wide.csv", "sequence,plate,rep1,rep2,rep3,mean,sd\nMKT,P1,1,2,3,2,1\nMKV,P2,4,,6,5,1.4\n");
  const plain = await pdp.run(["import", "wide.csv", "--into", "wide1"]);
  expect(plain.stderr).toContain("rep1, rep2, rep3 (value) look like replicates");
  const { stderr } = await pdp.run(["import", "wide.csv", "--into", "wide2", "--replicates"]);
  expect(stderr).toContain("wide2_replicates (a row for each replicate) and wide2_means (their mean");
  expect(await pdp.done("sql", "SELECT * FROM wide2_means ORDER BY sequence")).toBe(
    [
      "sequence\tplate\tbatch_id\tvalue\tvalue_sd\tvalue_n",
      "MKT\tP1\tP1\t2.0\t1.0\t3",
      "MKV\tP2\tP2\t5.0\t1.4142135623730951\t2",
      "",
    ].join("\n"),
  );
  expect(await pdp.done("sql", "SELECT * FROM wide2_replicates ORDER BY sequence, replicate")).toBe(
    [
      "sequence\tplate\tbatch_id\treplicate\tvalue",
      "MKT\tP1\tP1\t1\t1.0",
      "MKT\tP1\tP1\t2\t2.0",
      "MKT\tP1\tP1\t3\t3.0",
      "MKV\tP2\tP2\t1\t4.0",
      "MKV\tP2\tP2\t3\t6.0",
      "",
    ].join("\n"),
  );
});

byNight("a view normalizes values to the reference wells of their plate and states the formula", async () => {
  await pdp.write(
    "wells.csv",
    "sample,plate,y\nneg,P1,1\npos,P1,5\nA1G,P1,3\nneg,P2,10\nneg,P2,14\nA1G,P2,18\npos,P2,22\n",
  );
  await pdp.done("import", "wells.csv", "--into", "wells");
  const values = async (column: string, ...flags: string[]) => {
    const made = await pdp.run([
      "table",
      "normalize",
      "wells",
      "--value",
      "Y",
      "--control",
      "sample=neg",
      ...flags,
    ]);
    expect([made.code, made.stderr]).toEqual([0, expect.stringContaining(`column ${column}`)]);
    const rows = await pdp.done(
      "sql",
      `SELECT y, ${column} FROM wells_${column} WHERE sample = 'A1G' ORDER BY 1`,
    );
    return rows
      .trim()
      .split("\n")
      .slice(1)
      .map((row) => row.split(/\s+/).map(Number));
  };
  expect(await values("y_ratio")).toEqual([
    [3, 3],
    [18, 1.5],
  ]);
  expect(await values("y_difference", "--method", "difference")).toEqual([
    [3, 2],
    [18, 6],
  ]);
  const percent = ["--method", "PERCENT_OF_CONTROL", "--positive", "pos"];
  expect(await values("y_percent", ...percent)).toEqual([
    [3, 50],
    [18, 60],
  ]);
  const [, z] = await values("y_z_score", "--method", "Z_SCORE");
  expect(z?.[1]).toBeCloseTo(6 / Math.sqrt(8));
  const table = await lab.api.get<{ description: string }>("/data/table:get?reference=wells_y_ratio");
  expect(table.description).toBe("y_ratio = y / (mean of the same plate where sample is neg)");
  const wrong = await pdp.run(["table", "normalize", "wells", "--value", "yy", "--control", "sample=neg"]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("wells has sample, plate, y")]);
  const normalize = (column: string, control: string, ...flags: string[]) =>
    pdp.run(["table", "normalize", "wells", "--value", column, "--control", control, ...flags]);
  const none = await normalize("y", "sample=NEG");
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining('has "NEG" in sample. Use a different value: sample has neg, A1G, pos.'),
  ]);
  const some = await normalize("y", "y=1.00", "--as", "some_wells");
  expect([some.code, some.stderr]).toEqual([
    0,
    expect.stringContaining('1 of 2 values of plate, such as "P2", have no well where y is 1.00'),
  ]);
});

test("an import reports text columns and skipped columns, and uses the specified header", async () => {
  await pdp.write("notes.csv", ",clone,share,rep,rep\n1,9E10,95%,1.5,2.5\n2,1E7,91%,3.5,4.5\n");
  const { code, stderr } = await pdp.run([
    "import",
    "notes.csv",
    "--into",
    "noted",
    "--skip",
    "rep (column 5)",
  ]);
  expect(code).toBe(0);
  expect(stderr).toContain('! column "clone": text, because "9E10" looks like a clone name, not a number');
  expect(stderr).toContain('! column "share": numbers: 2 cells with a percent sign');
  expect(stderr).toContain('! column "column 1": skipped because it only numbers the rows and has no name');
  expect(await pdp.done("sql", "SELECT * FROM noted ORDER BY rep")).toBe(
    "clone\tshare\trep\n9E10\t95.0\t1.5\n1E7\t91.0\t3.5\n",
  );
  const sections = "[Raw]\nwell,cycle\n1,1\n[Results]\nwell,ct,flag\n1,18.5\n2,20.25\n";
  await pdp.write("sections.csv", sections);
  const results = await pdp.run(["import", "sections.csv", "--into", "results"]);
  expect([results.code, results.stderr]).toEqual([
    0,
    expect.stringContaining("([Raw] from line 2 with 1 row)"),
  ]);
  await pdp.done("import", "sections.csv", "--into", "raw", "--header-row", "2");
  expect(await pdp.done("sql", "SELECT * FROM raw")).toBe("well\tcycle\n1\t1\n");
  expect(await pdp.done("sql", "SELECT * FROM results ORDER BY well")).toBe(
    "well\tct\tflag\n1\t18.5\t\n2\t20.25\t\n",
  );
  // Without the stated row, the first line is a title, because an empty line separates it from the names.
  await pdp.write("title.csv", "plate,od\n\nsample,signal\n1,1.5\n2,2.5\n3,3.5\n");
  await pdp.done("import", "title.csv", "--into", "titled");
  expect(await pdp.done("sql", "SELECT * FROM titled")).toBe("sample\tsignal\n1\t1.5\n2\t2.5\n3\t3.5\n");
  const stated = await pdp.run(["import", "title.csv", "--into", "stated", "--header-row", "1"]);
  expect(stated.stderr).not.toContain("is read as a title");
});

byNight(
  "check and import warn about unusual contents, and about types that differ between files",
  async () => {
    await pdp.write(
      "first.csv",
      "mutations,sequence,note\nM0A,AKTAYIAK,good\nK1A,MATAYIAK,bad\nT2A,MKAAYIAK,odd\n",
    );
    await pdp.write("second.csv", "mutations,sequence,note\nK2A,MATAYIAK,1.5\nK2V,MVTAYIAK,2.5\n");
    const zero = "first.csv: mutations: positions are counted from 0, as in M0A (row 1)";
    const types = "second.csv: note: second.csv has numbers, first.csv has text";
    const checked = await pdp.run(["check", "first.csv", "second.csv"]);
    expect([checked.code, checked.stderr]).toEqual([0, expect.stringContaining(`! ${zero}`)]);
    expect(checked.stderr).toContain(`! ${types}`);
    const { warnings } = await pdp.json<{ warnings: string[] }>("check", "first.csv");
    expect(warnings).toEqual([expect.stringContaining("counted from 0")]);
    const done = await pdp.run(["import", "first.csv", "second.csv", "--into", "doubtful"]);
    expect(done.code).toBe(0);
    for (const sentence of [zero, types]) expect(done.stderr.split(sentence)).toHaveLength(2);
  },
);

byNight(
  "decimals for whole numbers of a table are loaded beside them with a flag, and a view joins both",
  async () => {
    await pdp.write("whole.csv", "variant,inhibition\nA1G,95\n");
    await pdp.write("decimals.csv", "variant,inhibition\nA2G,95.5\n");
    await pdp.done("import", "whole.csv", "--into", "inhibitions", "--type", "inhibition=INT64");
    const refused = await pdp.run(["import", "decimals.csv", "--into", "inhibitions"]);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining("Add  --decimals NEW_COLUMN  or"),
    ]);
    const flags = ["--into", "inhibitions", "--decimals", "new_column"];
    const done = await pdp.run(["import", "decimals.csv", ...flags]);
    expect(done.stderr).toContain("The view inhibitions_decimal combines integers and decimals.");
    await pdp.done("import", "decimals.csv", ...flags, "--again");
    expect(
      await pdp.done("sql", "SELECT variant, inhibition FROM inhibitions_decimal ORDER BY variant"),
    ).toBe("variant\tinhibition\nA1G\t95.0\nA2G\t95.5\nA2G\t95.5\n");
  },
);

byNight("a mutation scan becomes sequences with the project's reference, and trains a model", async () => {
  const wild = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV";
  await pdp.write("wt.fasta", `>wild type\n${wild}\n`);
  const project = ["project", "set-reference", lab.projectId, "mature", "wt.fasta", "--first-number", "24"];
  expect((await pdp.run(project)).stderr).toContain("numbered from 24 to 55");
  expect(await pdp.json("project", "references", lab.projectId)).toMatchObject([
    { name: "mature", first_position: 24 },
  ]);
  const codes = [...wild].map((from, at) => `${from}${at + 24}${from === "W" ? "A" : "W"},${(at * 7) % 13}`);
  await pdp.write("scan.csv", `Mutation(s),score\n${codes.join("\n")}\nT26*,-3\n`);
  const done = await pdp.run(["import", "scan.csv", "--into", "scan"]);
  expect([done.code, done.stderr]).toEqual([
    0,
    expect.stringContaining('a column "sequence" is computed from its mutations'),
  ]);
  expect(done.stderr).toContain("1 of 33 rows has no sequence and is not loaded: 1 row with a stop");
  expect(await pdp.done("sql", "SELECT sequence FROM scan WHERE mutation_s = 'K25W'")).toBe(
    `sequence\nMW${wild.slice(2)}\n`,
  );
  const trained = await pdp.json<{ id: string; state: string }>(
    "train",
    "--table",
    "scan",
    "--project-reference",
    "mature",
    "--assay",
    "score",
    "--folds",
    "2",
  );
  expect(trained).toMatchObject({ state: "COMPLETED" });
  const design = ["diversify", "--models", trained.id, "-n", "2", "--mutations", "1", "--protect", "T26"];
  const designed = await pdp.run(design);
  expect([designed.code, designed.stderr]).toEqual([0, expect.stringContaining("Position 24 (M) is kept")]);
  const order = await pdp.done("designs", designed.stdout.trim(), "--csv");
  for (const [position] of order.matchAll(/(?<=^D\d+,[A-Z])\d+/gm))
    expect(Number(position)).toBeGreaterThan(24);
  expect(order).toMatch(/^D001,[A-Z]\d\d[A-Z],/m);
  const combos = [..."ACDEFGHIKLMN"].map((letter, at) => `${letter}W${letter}A,${at}`);
  await pdp.write("combos.csv", `combo,fitness\n${combos.join("\n")}\n`);
  await pdp.done("import", "combos.csv", "--into", "combos", "--positions", "26,27,30,33");
  expect(await pdp.done("sql", "SELECT sequence FROM combos WHERE combo = 'CWCA'")).toBe(
    `sequence\nMKCWYICKQA${wild.slice(10)}\n`,
  );
  await pdp.write("wrong.csv", "mutant,score\nK24W,1\nW25K,2\n");
  const refused = await pdp.run(["import", "wrong.csv", "--into", "wrong", "--reference", "wt.fasta"]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("No sequences can be computed with --reference"),
  ]);
});

byNight(
  "every spelling of mutations is imported, and problems are reported before anything is uploaded",
  async () => {
    const { reference, files } = mutationVectors;
    for (const file of files.filter(({ name }) =>
      /^(?:spellings|matrix|combinations|wrong)\.csv$/.test(name),
    )) {
      const table = `cli_${file.name.replace(".csv", "")}`;
      await pdp.write(file.name, file.content);
      const { positions = [] } = file.options;
      const at = positions.length > 0 ? ["--positions", positions.join(",")] : [];
      const flags = ["--into", table, "--reference", reference, ...at];
      if (file.problems.length > 0) {
        const refused = await pdp.run(["import", file.name, ...flags, "--json"]);
        expect([refused.code, JSON.parse(refused.stdout).files[0].sentences]).toEqual([3, file.problems]);
        continue;
      }
      const done = await pdp.run(["import", file.name, ...flags]);
      expect([file.name, done.code]).toEqual([file.name, 0]);
      if (file.omitted > 0) {
        const total = (file.sequences?.length ?? 0) + file.omitted;
        expect(done.stderr.split(`${file.omitted} of ${total} rows have no sequence`)).toHaveLength(2);
      }
      const rows = await pdp.done("sql", `SELECT ${valueColumn(file)}, sequence FROM ${table} ORDER BY 1`);
      const found = rows
        .trim()
        .split("\n")
        .slice(1)
        .map((row) => row.trim().split(/\s+/));
      expect(found.map(([value, sequence]) => [Number(value), sequence])).toEqual(file.sequences);
    }
  },
);

byNight.each(tableFiles)("$name becomes the rows that all clients read from it", async (file) => {
  const table = `odd_${tableFiles.indexOf(file)}`;
  const { name, columns, rows, read = {}, corrections = [], exclusions = [] } = file;
  await pdp.write(name, bytesOf(file));
  const reason = [...corrections, ...exclusions][0]?.reason;
  await pdp.done(
    "import",
    name,
    "--into",
    table,
    ...Object.entries(read).flatMap(([column, notations]) => ["--read", `${column}=${notations.join(",")}`]),
    ...corrections.flatMap(({ line, column, value }) => ["--correct", `${line}:${column}=${value}`]),
    ...exclusions.flatMap((one) => [
      "--exclude",
      "line" in one ? String(one.line) : `${one.column}=${one.value}`,
    ]),
    ...(reason === undefined ? [] : ["--reason", reason]),
  );
  const names = columns.map(([column]) => `"${column}"`).join(", ");
  const result = await lab.api.query(`SELECT ${names}, "$line" AS line FROM ${table} ORDER BY line`);
  const found = result.toArray().map((row) => columns.map(([column, type]) => plainValue(row[column], type)));
  expect([name, found]).toEqual([name, rows]);
});

byNight.each(scanVectors.files)("an unchanged $name becomes a trained model", async (file) => {
  const { name, content, table, source = table, assay, positions, sample, sequence = "sequence" } = file;
  const project = await pdp.json<{ id: string }>("project", "create", `scan-${table}`);
  await pdp.write("scan.fasta", `>wt\n${scanVectors.reference}\n`);
  const numbered = ["--first-number", String(scanVectors.first_position)];
  await pdp.done("project", "set-reference", project.id, "mature", "scan.fasta", ...numbered);
  await pdp.write(name, content);
  const flags = [
    ...(positions ? ["--positions", positions.join(",")] : []),
    ...(file.replicates ? ["--replicates"] : []),
  ];
  await pdp.done("import", name, "--into", table, "--project", project.id, ...flags);
  const [where, expected] = sample;
  expect(await pdp.done("sql", `SELECT ${sequence} AS s FROM ${table} WHERE ${where}`)).toBe(
    `s\n${expected}\n`,
  );
  const train = ["train", "--table", source, "--project", project.id, "--project-reference", "mature"];
  expect(await pdp.json(...train, "--assay", assay, "--folds", "2")).toMatchObject({ state: "COMPLETED" });
});
