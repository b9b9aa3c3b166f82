import { describe, expect, it } from "vitest";
import { unitOf } from "#shared/proposals/headerUnit.ts";
import { proposeNames } from "#shared/proposals/proposeNames.ts";

describe("the name of a column with a reciprocal unit", () => {
  it.each([
    ["ka (1/Ms)", "ka_per_M_s"],
    ["ka (1/(M·s))", "ka_per_M_s"],
    ["ka [M-1 s-1]", "ka_per_M_s"],
    ["ka (M^-1 s^-1)", "ka_per_M_s"],
    ["ka (M⁻¹·s⁻¹)", "ka_per_M_s"],
    ["kcat/Km (mM-1 s-1)", "kcat_per_km_per_mM_s"],
    ["kon (1/µM/min)", "kon_per_uM_min"],
    ["ka (M-1/s)", "ka_per_M_s"],
    ["kd (1/s)", "kd_per_s"],
    ["k_off (s⁻¹)", "k_off_per_s"],
    ["activity (U mg-1)", "activity_U_per_mg"],
    ["rate (10^3 s-1)", "rate_1e3_per_s"],
    ["ka (x10^4 1/Ms)", "ka_1e4_per_M_s"],
    ["kon (10⁵ M⁻¹s⁻¹)", "kon_1e5_per_M_s"],
    ["Kd (1E-9 M)", "kd_1e_minus_9_M"],
    ["Kd [×10^-9 M]", "kd_1e_minus_9_M"],
  ])("%s becomes %s", (header, name) => {
    expect(proposeNames([header], () => false)).toEqual([name]);
  });

  it.each([
    ["Km (µM)", "km_um"],
    ["Conc. (ng/mL)", "conc_ng_per_ml"],
    ["replicate (n-1)", "replicate_n_1"],
    ["score (round-2)", "score_round_2"],
  ])("%s stays %s", (header, name) => {
    expect(proposeNames([header], () => false)).toEqual([name]);
  });

  it("is unique ignoring case", () => {
    expect(proposeNames(["k (1/M)", "k (1/m)"], () => false)).toEqual(["k_per_M", "k_per_m_2"]);
  });

  it("is the unit of the column", () => {
    expect(["ka (1/Ms)", "kd (1/s)", "ratio (1/2)"].map(unitOf)).toEqual(["1/Ms", "1/s", null]);
    expect(["rate (10^3 s-1)", "kon (10⁵ M⁻¹s⁻¹)", "V (mol/(L·s))", "n (10^3)", "(nM)"].map(unitOf)).toEqual([
      "10^3 s-1",
      "10⁵ M⁻¹s⁻¹",
      "mol/(L·s)",
      null,
      null,
    ]);
  });
});
