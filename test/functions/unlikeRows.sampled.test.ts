import { beforeAll, describe, expect, it } from "vitest";
import { byNight } from "#test/support/byNight.ts";
import { type Lab, newLab, startCsvLoad } from "../support/lab.ts";
import { analysis, REFERENCE, variantsCsv } from "../support/taskLab.ts";

interface Preview {
  warnings: string[];
  problems: string[];
}
interface Report {
  summary: string;
  sections: { title: string; text: string; table?: { rows: unknown[][] } }[];
  figures: { excluded_rows: number };
}
interface Trained {
  models: unknown;
  report: { artifact_id: string };
}

const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
  { name: "batch_id", type: "STRING" },
];
const VARIANTS = 60;
const OTHER_PROTEIN = [...REFERENCE].reverse().join("");
/** Variants followed by two summary rows, as in a spreadsheet, and a protein from another project. */
const FILE = `${variantsCsv(VARIANTS)}MEAN,1.1,B0\nMEDIAN,1.05,B1\n${OTHER_PROTEIN},0.9,B0\n`;

let lab: Lab;

beforeAll(async () => {
  lab = await newLab();
  await lab.api.settled(await startCsvLoad(lab, "variants", COLUMNS, FILE));
});

async function preview(content: string, name: string): Promise<Preview> {
  const form = new FormData();
  form.set("file", new Blob([content]), name);
  return lab.api.postForm("/data:preview", form);
}

async function trainingReport(parameters: object): Promise<Report> {
  const body = { ...analysis(lab, { folds: 2, ...parameters }), display_name: "Training" };
  const { id } = await lab.api.post<{ id: string }>("/task/train/v2:create", body);
  const { result } = await lab.api.finished<Trained>(id);
  return lab.api.get(`/data/artifact:download?id=${result.report.artifact_id}&format=json`);
}

describe("rows with outlier sequences", () => {
  it("the preview of a file lists outlier rows by number", async () => {
    const { warnings, problems } = await preview(FILE, "plate.csv");
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^sequence: 3 of 63 sequences are unlike the others, whose median length is 32: row 61 \("MEAN", 4 residues\), row 62 \("MEDIAN", 6 residues\), row 63 \("VEILGLREELQRSFHSKVFS…", 32 residues, \d+ % alike\), counted below the header\./,
      ),
    ]);
  });

  it("outlier rows are listed even if the preview proposes to write their letters in upper case", async () => {
    const { warnings, problems } = await preview(FILE.replace("MEAN", "Mean"), "plate.csv");
    expect(problems).toEqual([]);
    expect(warnings[0]).toContain("Lower-case sequences are read in capital");
    expect(warnings[1]).toContain('row 61 ("Mean", 4 residues)');
  });

  it("variants of one protein cause no warning", async () => {
    expect((await preview(variantsCsv(VARIANTS), "plate.csv")).warnings).toEqual([]);
  });

  byNight("a training run excludes outlier rows, and its report lists and counts them", async () => {
    const { summary, sections, figures } = await trainingReport({});
    expect(figures.excluded_rows).toBe(3);
    expect(summary).toContain("3 of 63 rows were not trained on");
    const section = sections.find(({ title }) => title === "Rows that were excluded");
    expect(section?.text).toContain(
      "2 sequences shorter than half the median; 1 sequence with less than 50 % of the reference's residues",
    );
    expect(section?.table?.rows.map(([, sequence]) => sequence)).toEqual(["MEAN", "MEDIAN", OTHER_PROTEIN]);
    const models = sections.find(({ title }) => title === "How well the models predict");
    expect(models?.table?.rows[0]?.[2]).toBe(VARIANTS);
  });

  it("a training run includes outlier rows on request", async () => {
    const { summary, sections, figures } = await trainingReport({ include_unlike_sequences: true });
    expect(figures.excluded_rows).toBe(0);
    expect(summary).not.toContain("rows were not trained on");
    expect(sections.map(({ title }) => title)).not.toContain("Rows that were excluded");
    const models = sections.find(({ title }) => title === "How well the models predict");
    expect(models?.table?.rows[0]?.[2]).toBe(VARIANTS + 3);
  });
});
