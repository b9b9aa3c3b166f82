import { expect, test } from "vitest";
import { isDissociationConstant } from "#shared/domain/columns/affinityColumns.ts";
import { useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

/** Result tables as the programs of instruments write them, with other values. */
const OCTET = [
  "Include,Index,Color,Sensor Location,Loading Sample ID,Conc. (nM),Response,KD (M),KD Error,ka (1/Ms),kdis (1/s),kdis Error,Rmax,Full R^2",
  "x,1,#102030,A1,mAb-1,100,0.91,3.21E-09,1.1E-10,2.50E05,8.02E-04,4.1E-06,1.02,0.9981",
  "x,2,#102030,B1,mAb-2,100,1.32,<1.0E-12,<1.0E-12,9.71E04,<1.0E-07,,1.41,0.9972",
  "x,3,#102030,C1,mAb-3,100,0.02,No binding,,,,,,",
  ",4,#102030,D1,mAb-4,100,0.44,7.70E-08,2.2E-09,1.11E05,8.55E-03,6.2E-05,0.61,0.9903",
  "x,5,#102030,E1,mAb-5,100,0.03,NB,,,,,,",
  "x,6,#102030,F1,mAb-6,100,0.74,>1.0E-06,,3.2E04,4.1E-02,1.0E-03,0.92,0.9512",
  "x,7,#102030,G1,mAb-7,100,0.83,5.05E-09,2.0E-10,1.90E05,9.60E-04,5.0E-06,0.97,0.9954",
];
const BIACORE = [
  "Image File\tCurve\tka (1/Ms)\tkd (1/s)\tKD (M)\tRmax (RU)\tChi² (RU²)\tFlag",
  "run_01.png\tFc=2-1\t1.21E+5\t3.3E-4\t2.73E-9\t42.1\t0.31\t",
  "run_02.png\tFc=3-1\t8.02E+4\t1.9E-3\t2.37E-8\t39.8\t0.72\tkd uncertain",
  "run_03.png\tFc=4-1\t2.44E+5\t6.1E-5\t2.50E-10\t55.0\t0.18\t",
];

test("a result table keeps limits, and reads words for no binding as limits above", async () => {
  const { preview, names, rows } = await loadByPreview(`${OCTET.join("\n")}\n`, "kinetics.csv");
  expect(preview.problems).toEqual([]);
  const columns = ["kd_m", "kd_m_limit", "ka_per_M_s", "kdis_per_s", "kdis_per_s_limit"];
  expect(rows?.map((row) => columns.map((name) => row[names.indexOf(name)]))).toEqual([
    [3.21e-9, null, 2.5e5, 8.02e-4, null],
    [1e-12, "<", 9.71e4, 1e-7, "<"],
    [null, ">", null, null, null],
    [7.7e-8, null, 1.11e5, 8.55e-3, null],
    [null, ">", null, null, null],
    [1e-6, ">", 3.2e4, 4.1e-2, null],
    [5.05e-9, null, 1.9e5, 9.6e-4, null],
  ]);
  const reasons = preview.decisions.map(({ subject, reason }) => `${subject}: ${reason}`);
  expect(reasons).toContain(
    "ASSAY: kd_m contains dissociation constants: as an assay, its ratios are compared (MULTIPLICATIVE), and lower is better.",
  );
  expect(reasons.find((reason) => reason.startsWith("COLUMN: kd_m:"))).toContain(
    '2 cells without binding, read as a limit (">") without a value',
  );
  expect(preview.decisions.filter(({ subject }) => subject === "ASSAY").map(({ name }) => name)).toEqual([
    "kd_m",
  ]);
});

test("rates and constants with the same letters are distinguished by their units", async () => {
  const { preview, names } = await loadByPreview(`${BIACORE.join("\n")}\n`, "affinity.txt");
  expect(names).toEqual([
    "image_file",
    "curve",
    "ka_per_M_s",
    "kd_per_s",
    "kd_m",
    "rmax_ru",
    expect.stringMatching(/^chi/),
    "flag",
  ]);
  expect(preview.decisions.filter(({ subject }) => subject === "ASSAY").map(({ name }) => name)).toEqual([
    "kd_m",
  ]);
});

test.each(["KD", "kd", "KD2", "kd_nm", "kd_m", "K_D", "kd_app_pM"])(
  "%s is a dissociation constant",
  (name) => {
    expect(isDissociationConstant(name)).toBe(true);
  },
);

test.each(["kd_per_s", "kd_error", "kd_percent", "pkd", "kdis", "ka_m", "kda", "kdel"])(
  "%s is not a dissociation constant",
  (name) => {
    expect(isDissociationConstant(name)).toBe(false);
  },
);

test("words for no binding stay words in columns of other measurements", async () => {
  const lines = [
    "variant,response",
    ...["0.9", "1.1", "no binding", "0.4", "0.8", "no binding", "1.3"].map((cell, at) => `v${at},${cell}`),
  ];
  const { names, rows } = await loadByPreview(`${lines.join("\n")}\n`, "elisa.csv");
  expect(names).toEqual(["variant", "response", "response_text"]);
  expect(rows?.[2]).toEqual(["v2", null, "no binding"]);
});
