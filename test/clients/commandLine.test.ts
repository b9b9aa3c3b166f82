import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FROM_ONE, Numbering } from "@pdp/basics/proteins";
import { problemsOf } from "@pdp/basics/wording";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cli } from "#cli/cli.ts";
import { type DesignModels, generatorOf } from "#cli/commands/task/designOptions.ts";
import { buildConfig } from "#cli/files/buildConfig.ts";
import { choicesOfFlags, fixFlags, quoted } from "#cli/files/fixFlags.ts";
import { splitPair, splitWords } from "#cli/files/importFlags.ts";
import { readCsv } from "#cli/output/csvReader.ts";
import { tableText } from "#cli/output/tableText.ts";
import { tsvText } from "#cli/output/tsvText.ts";
import { outputFormat, writeResult } from "#cli/output/writeResult.ts";
import { IncompleteResult } from "#client/errors.ts";
import { keptPositions } from "#client/requests/keptPositions.ts";
import { proposeOptions } from "../../shared/formats/options/fileOptions.ts";

const PROPOSED = {
  format: "CSV" as const,
  delimiter: ";" as const,
  missing_values: ["n.d."],
  columns: [
    { name: "variant", source_name: "Variant", type: "STRING" as const },
    { name: "tm_celsius", source_name: "Tm (°C)", type: "FLOAT64" as const, missing_values: ["n.d."] },
    { name: "operator", type: "STRING" as const },
  ],
};
const KNOWN = [
  { name: "variant", type: "STRING" as const, metadata: { kind: "NONE" as const } },
  { name: "tm", type: "FLOAT64" as const },
];

describe("the configuration of an import", () => {
  test("the configuration contains the proposed columns, and only the specified words for missing values", () => {
    const { config, unknown } = buildConfig(PROPOSED, null, { missing: ["<LOD, BLQ"], decimal: "," });
    expect(unknown).toEqual([]);
    expect(config).toMatchObject({ delimiter: ";", decimal: ",", missing_values: ["<LOD", "BLQ"] });
    expect(config.columns.map(({ name }) => name)).toEqual(["variant", "tm_celsius", "operator"]);
    expect(config.columns.some((column) => "missing_values" in column)).toBe(false);
  });

  test("columns of an existing table are used unchanged, and missing columns are named", () => {
    const flags = { rename: ["Tm (°C)=tm"] };
    expect(buildConfig(PROPOSED, KNOWN, flags).unknown).toEqual(["operator"]);
    const { config } = buildConfig(PROPOSED, KNOWN, { ...flags, skip: ["*"] });
    expect(config.columns).toEqual([KNOWN[0], { ...KNOWN[1], source_name: "Tm (°C)" }]);
    expect(config.ignored_columns).toEqual(["operator"]);
    const { config: added } = buildConfig(PROPOSED, KNOWN, { ...flags, add: ["operator"] });
    expect(added.columns.map(({ name }) => name)).toEqual(["variant", "tm", "operator"]);
  });

  describe("cells in other notations", () => {
    const limits = { notations: ["LIMIT" as const], source_name: "Act." };
    const noted = {
      format: "CSV" as const,
      columns: [
        { name: "activity", type: "FLOAT64" as const, ...limits },
        { name: "activity_limit", type: "STRING" as const, ...limits, part: "LIMIT" as const },
      ],
      exclusions: [{ column: "id", value: "Mean", reason: "Summary row below the data" }],
    };
    const own = { name: "activity", type: "FLOAT64" as const };

    test("the parsed parts of cells are kept, and their text is dropped", () => {
      expect(buildConfig(noted, null, {}).config.columns).toMatchObject(noted.columns);
      const asText = buildConfig(noted, null, { type: ["activity=STRING"] }).config.columns;
      expect(asText.map(({ name, notations }) => [name, notations])).toEqual([["activity", undefined]]);
      const skipped = buildConfig(noted, null, { skip: ["activity_limit"] }).config;
      expect([skipped.columns.length, skipped.ignored_columns]).toEqual([1, undefined]);
    });

    test("columns missing from an existing table are requested by name", () => {
      expect(buildConfig(noted, [own], { rename: ["Act.=activity"] }).unknown).toEqual(["activity_limit"]);
      const { config, unknown } = buildConfig(noted, [own], {
        rename: ["Act.=activity"],
        add: ["activity_limit"],
      });
      expect(unknown).toEqual([]);
      expect(config.columns).toMatchObject(noted.columns);
    });

    test("flags specify notations, corrections and exclusions", () => {
      const flags = {
        read: ["Act.=PERCENT,PLUS_MINUS"],
        correct: ["17:Act.=1.25", "b.csv:18:Act.="],
        exclude: ["97-99", "b.csv:4", "id=Blank"],
        reason: "See page 12",
      };
      const { config } = buildConfig(noted, null, flags);
      expect(config.columns.map(({ name, notations, part }) => [name, notations, part])).toEqual([
        ["activity", ["PERCENT", "PLUS_MINUS"], undefined],
        ["activity_error", ["PERCENT", "PLUS_MINUS"], "ERROR"],
      ]);
      const reason = "See page 12";
      expect(config.corrections).toEqual([
        { line: 17, column: "Act.", value: "1.25", reason },
        { file: "b.csv", line: 18, column: "Act.", value: null, reason },
      ]);
      expect(config.exclusions).toEqual([
        ...noted.exclusions,
        { line: 97, last_line: 99, reason },
        { file: "b.csv", line: 4, reason },
        { column: "id", value: "Blank", reason },
      ]);
      expect(buildConfig(noted, null, { keepRows: true }).config.exclusions).toBeUndefined();
    });

    test("invalid rules are refused", () => {
      for (const [flags, words] of [
        [{ correct: ["17:y=1"] }, "require a reason"],
        [{ correct: ["y=1"], reason: "x" }, "is not in the form LINE:COLUMN=VALUE"],
        [{ exclude: ["the last"], reason: "x" }, "is not a line"],
        [{ read: ["activity=LIMITS"] }, '"LIMITS" is not a notation'],
        [{ read: ["z=LIMIT"] }, 'names the column "z"'],
      ] as const)
        expect(() => buildConfig(noted, null, flags as object)).toThrow(words);
    });
  });

  test("flags for unknown columns are rejected", () => {
    for (const flags of [{ rename: ["x=y"] }, { type: ["x=DATE"] }, { kind: ["x=DNA"] }]) {
      expect(() => buildConfig(PROPOSED, null, flags)).toThrow('names the column "x"');
    }
    expect(() => splitPair("tm", "--rename")).toThrow("must have two sides");
    expect(splitPair("a=b (x=1)=tm", "--rename")).toEqual(["a=b (x=1)", "tm"]);
    expect(splitWords(["n.d., <LOD", "-"])).toEqual(["n.d.", "<LOD", "-"]);
  });
});

test("problem messages suggest the flags that fix them", () => {
  const reasons = [
    'is not a number; use a decimal comma (the file has "decimal": ",") and no thousands separators',
    `has another delimiter; ${proposeOptions({ delimiter: "\t" }, "t")}`,
    'this column is in the file but not in the table; to omit columns, use "ignored_columns"',
  ];
  const problems = problemsOf(
    reasons.map((reason) => ({ file: "a.csv", column: "the operator", value: "x", reason })),
  );
  const report = {
    name: "a.csv",
    rows: 3,
    problems,
    badRows: 0,
    leftOut: 0,
    warnings: [],
    words: ["n.d.", "<LOD"],
  };
  expect(fixFlags([report], true)).toEqual([
    "--missing n.d.",
    "--decimal ,",
    "--delimiter tab",
    '--skip "the operator"',
  ]);
  const cell = (reason: string, value: string) => ({ file: "a.csv", column: "y", value, reason });
  const missing = 'if it means a missing value, leave the cell empty or set "missing_values"';
  const flags = (...problems: ReturnType<typeof cell>[]) =>
    fixFlags([{ ...report, problems: problemsOf(problems), words: [] }], false);
  expect(flags(cell(`is a limit, not a number; ${missing}`, "<0.5"))).toEqual(["--read y=LIMIT"]);
  expect(flags(cell("is not a number", "1 ± 2"), cell("is not a number", "<3"))).toEqual([
    "--read y=LIMIT,PLUS_MINUS",
  ]);
  const choices = (...values: string[]) => {
    const problems = problemsOf(values.map((value) => cell("is not a number", value)));
    expect(fixFlags([{ ...report, problems, words: [] }], false)).toEqual([]);
    return choicesOfFlags([{ ...report, problems, words: [] }]);
  };
  expect(choices("1,234", "1,015")).toEqual([
    '--read y=THOUSANDS_COMMA reads "1,234" as 1234',
    '--read y=DECIMAL_COMMA reads "1,234" as 1.234',
  ]);
  expect(choices("95%")).toEqual([
    '--read y=PERCENT reads "95%" as 95',
    '--read y=PERCENT_FRACTION reads "95%" as 0.95',
  ]);
  expect(choicesOfFlags([{ ...report, problems: problemsOf([cell("is not a number", "<3")]) }])).toEqual([]);
  expect(flags(cell("is not a number", "see note"))).toEqual(["--read y=OTHER_TEXT"]);
  expect(flags(cell(`is not a number; ${missing}`, "n.d."))).toEqual([]);
  expect(quoted('a"$b`')).toBe('"a\\"\\$b\\`"');
});

describe("results", () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.constantFrom('"', ",", "\n", 'a"b', "x,y", "α β", "line\nline"),
  );

  test("CSV results are read as written, whatever the chunk sizes", async () => {
    const records = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 20 }), async (rows, size) => {
        // A bare carriage return ends a line, so writers quote it.
        const text = rows
          .map(
            (row) =>
              `${row.map((one) => (one === null ? "" : `"${one.replaceAll('"', '""')}"`)).join(",")}\n`,
          )
          .join("");
        const bytes = new TextEncoder().encode(text);
        async function* parts() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
        }
        const read = [];
        for await (const record of readCsv(parts())) read.push(record);
        expect(read).toEqual(rows);
      }),
    );
  });

  test("TSV results have one row per line, whatever the cells contain", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 })), (rows) => {
        const lines = tsvText(rows).split("\n").slice(0, -1);
        expect(lines.map((line) => line.split("\t").length)).toEqual(rows.map((row) => row.length));
      }),
    );
  });

  test("tables align numbers to the right and truncate long strings", () => {
    const table = tableText(
      ["name", "n"],
      [
        ["a".repeat(80), "1"],
        ["b", "-20.5"],
      ],
    );
    const [, first = "", second = ""] = table.split("\n");
    expect(first.endsWith("…      1")).toBe(true);
    expect(second).toMatch(/^b +-20\.5$/);
  });

  test("an option or the file name selects the format", () => {
    expect(outputFormat(undefined, "x.PARQUET")).toBe("PARQUET");
    expect(outputFormat("tsv", "x.csv")).toBe("TSV");
    expect(outputFormat(undefined, undefined)).toBe(null);
    expect(() => outputFormat(undefined, "x.doc")).toThrow('"doc" is not a result format');
  });
});

test("position 1 of designs is kept unless it is allowed to change, even if it is not a methionine", () => {
  const said: string[] = [];
  const cli = { say: (text: string) => said.push(text) } as unknown as Cli;
  const models: DesignModels = {
    template: "ACDEF",
    numbering: FROM_ONE,
    hardlyVaried: [],
    sampler: { artifact_id: "1" },
    scorer: null,
  };
  const ranges = (options: object) =>
    (generatorOf(cli, models, options).requirements ?? []).map(
      ({ apply_to }) => apply_to.ranges.monomer?.[0],
    );
  expect(ranges({})).toEqual([[0, 1]]);
  expect(ranges({ protect: ["3-4"] })).toEqual([
    [0, 1],
    [2, 4],
  ]);
  expect(said).toEqual(Array(2).fill("Position 1 (A) is kept. To mutate it, use --allow-start-mutation."));
  expect(ranges({ allowStartMutation: true })).toEqual([]);
  expect(said.length).toBe(2);
  expect(generatorOf(cli, models, {})).not.toHaveProperty("allow_indels");
  expect(generatorOf(cli, models, { allowIndels: true })).toMatchObject({ allow_indels: true });
  said.length = 2;
  expect(() => ranges({ protect: ["6"] })).toThrow("--protect");
  const numbering = new Numbering({ positions: [24, 25, 26, 30, 31] });
  const mature = generatorOf(cli, { ...models, numbering }, { protect: ["C25", "30-31"] });
  expect(mature.requirements?.map(({ apply_to }) => apply_to.ranges.monomer?.[0])).toEqual([
    [0, 2],
    [3, 5],
  ]);
  expect(said.at(-1)).toContain("Position 24 (A) is kept");
});

test("regions of an antibody are kept, and liabilities forbidden", () => {
  const cli = { say: () => undefined } as unknown as Cli;
  const models: DesignModels = {
    template: "MCDEF/GHIKL",
    numbering: FROM_ONE,
    hardlyVaried: [],
    sampler: { artifact_id: "1" },
    scorer: null,
  };
  const options = {
    protectRegion: ["fr", "CDR-H3:kabat"],
    forbid: ["n-glycosylation"],
    allowStartMutation: true,
  };
  expect(generatorOf(cli, models, options)).toMatchObject({
    requirements: [
      { apply_to: { region: "FR", ranges: { vh: [], vl: [] } }, operator: "keep" },
      { apply_to: { region: "CDR-H3", scheme: "KABAT" }, operator: "keep" },
    ],
    forbid_liabilities: ["N_GLYCOSYLATION"],
  });
});

test("rarely mutated positions are kept and reported unless all positions may change", () => {
  const said: string[] = [];
  const cli = { say: (text: string) => said.push(text) } as unknown as Cli;
  const models: DesignModels = {
    template: "MCDEFGHIKL",
    numbering: FROM_ONE,
    hardlyVaried: [
      [0, 2],
      [6, 9],
    ],
    sampler: { artifact_id: "1" },
    scorer: null,
  };
  const ranges = (options: object) =>
    (generatorOf(cli, models, options).requirements ?? []).map(
      ({ apply_to }) => apply_to.ranges.monomer?.[0],
    );
  expect(ranges({ protect: ["3", "8-10"], firstNumber: "1" })).toEqual([
    [1, 3],
    [6, 10],
  ]);
  expect(said[1]).toBe(
    "C2, H7-K9: kept, because few measured variants change them. To mutate them, use --every-position.",
  );
  expect(ranges({ everyPosition: true })).toEqual([]);
  expect(ranges({ allowStartMutation: true })).toEqual([
    [1, 2],
    [6, 9],
  ]);
});

test("kept positions become requirements that do not exceed the maximum motif length", () => {
  const template = "ACDEFGHIKL".repeat(25);
  const kept = keptPositions(template, [
    [0, 1],
    [20, 245],
  ]);
  expect(kept.map(({ motifs }) => motifs[0]?.length)).toEqual([1, 100, 100, 25]);
  expect(kept.map(({ apply_to }) => apply_to.ranges.monomer?.[0])).toEqual([
    [0, 1],
    [20, 120],
    [120, 220],
    [220, 245],
  ]);
  for (const { apply_to, motifs } of kept)
    expect(template.slice(...(apply_to.ranges.monomer?.[0] ?? []))).toBe(motifs[0]);
});

describe("a broken result", () => {
  const cases: [format: "ARROW" | "JSON" | "TSV", bytes: Uint8Array, error: Error | null][] = [
    ["ARROW", new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0]), null],
    ["JSON", new TextEncoder().encode('{"a":1}\n{"a"'), null],
    ["TSV", new TextEncoder().encode("a,b\n1"), null],
    ["TSV", new TextEncoder().encode("a,b\n1,2\n"), new TypeError("terminated")],
  ];

  test.each(cases)("a broken %s result causes an error and leaves no file", async (format, bytes, error) => {
    const folder = await mkdtemp(join(tmpdir(), "pdp-result-"));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes);
        if (error === null) controller.close();
      },
      pull(controller) {
        if (error) controller.error(error);
      },
    });
    const writing = writeResult(stream, format, join(folder, "result"));
    await expect(writing).rejects.toBeInstanceOf(IncompleteResult);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
