import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { DataProblem } from "#shared/basics/errors/dataProblem.ts";
import { DomainError } from "#shared/basics/errors/errors.ts";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { fitSampler } from "#shared/science/sampler/fitSampler.ts";
import { createScorer } from "#shared/science/scorer/scorer.ts";
import { decodeScorer, encodeScorer } from "#shared/science/scorer/scorerBytes.ts";
import type { ScorerModel } from "#shared/science/scorer/scorerModel.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { fitScorer } from "#test/support/fitScorer.ts";
import { mutants, REFERENCE } from "./mutants.ts";

const sequences = mutants(createRandom("bytes"), 30, 2);
let model: ScorerModel;
let bytes: Uint8Array;

beforeAll(async () => {
  const random = createRandom("values");
  const { sampler } = await fitSampler(
    { reference: residueIndices(REFERENCE), homologs: sequences },
    { threads: 1 },
  );
  const trained = await fitScorer({
    reference: REFERENCE,
    sequences,
    assays: (["MULTIPLICATIVE", "ADDITIVE", "RANK"] as const).map((scale_type) => ({
      assay_id: scale_type,
      scale_type,
    })),
    values: [0, 1, 2].map(() => Float64Array.from(sequences, () => random.uniform())),
    sampler,
    seed: 1,
  });
  model = trained.model!;
  bytes = encodeScorer(model);
});

describe("a scorer's bytes", () => {
  it("a scorer round-trips through its bytes to the last bit", () => {
    const decoded = decodeScorer(bytes);
    expect(decoded).toEqual(model);
    for (const [assayId, predictor] of createScorer(decoded)) {
      expect(predictor.predict(sequences)).toEqual(createScorer(model).get(assayId)!.predict(sequences));
    }
  });

  it("modified bytes are read as a scorer or refused with a message", () => {
    const change = fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(bytes.length), (changes, end) => {
        const damaged = bytes.slice(0, end);
        for (const { at, value } of changes) if (at < end) damaged[at] = value;
        decodesOrRefuses(damaged);
      }),
      { seed: 1, numRuns: 150 },
    );
  });

  it("a scorer from release 0.1 predicts with its Gaussian processes, or is rejected if they have a different mean", () => {
    const content = JSON.parse(gunzipSync(bytes.subarray(8)).toString("utf8"));
    const earlier = (mean: unknown): Uint8Array => {
      const { brought: _, ...context } = content.context;
      const assays = content.assays.map(({ gp, ...assay }: Record<string, object>) => ({
        ...assay,
        gp: { ...gp, mean },
        weights: [{ name: "gaussianProcess", weight: 0.5 }],
        linear: [],
      }));
      return Buffer.concat([
        Buffer.from("SCORER01"),
        gzipSync(JSON.stringify({ ...content, context, assays })),
      ]);
    };
    const read = decodeScorer(earlier(null));
    expect(read.assays.map(({ gp }) => gp)).toEqual(model.assays.map(({ gp }) => gp));
    expect(() => decodeScorer(earlier({ name: "ridge" }))).toThrow(DataProblem);
    expect(() => decodeScorer(earlier({ name: "ridge" }))).toThrow("can no longer be read. Train again.");
  });

  it("a scorer from an earlier version predicts without its corrections, or is refused if a part of its process was removed", () => {
    const content = JSON.parse(gunzipSync(bytes.subarray(8)).toString("utf8"));
    const end = { from: 0, slope: 1, topFrom: 0, topFactor: 1 };
    const earlier = (parts: object, parameters: object): Uint8Array => {
      const assays = content.assays.map((assay: Record<string, Record<string, object>>) => ({
        ...assay,
        effects: { knots: "", slopes: "", thresholds: "" },
        calibration: 1.2,
        selection: { high: end, low: end },
        ...parts,
        gp: { ...assay.gp, parameters: { ...assay.gp!.parameters, ...parameters } },
      }));
      return Buffer.concat([bytes.subarray(0, 8), gzipSync(JSON.stringify({ ...content, assays }))]);
    };
    expect(decodeScorer(earlier({ hurdle: null }, { kmerVariance: null }))).toEqual(model);
    expect(decodeScorer(earlier({}, {}))).toEqual(model);
    expect(() => decodeScorer(earlier({ hurdle: { survival: "" } }, {}))).toThrow(DataProblem);
    expect(() => decodeScorer(earlier({}, { kmerVariance: 0.3 }))).toThrow(
      "can no longer be read. Train again.",
    );
  });

  it("inconsistent parts are refused", () => {
    const text = gunzipSync(bytes.subarray(8)).toString("utf8");
    const repacked = (changed: string): Uint8Array =>
      Buffer.concat([bytes.subarray(0, 8), gzipSync(changed)]);
    expect(decodeScorer(repacked(text))).toEqual(model);
    const paths = leaves(JSON.parse(text));
    const values = fc.constantFrom<unknown>(null, -1, 0, "", "AAAAAAAA+H8=", "????", [], {}, "AAAA", true);
    fc.assert(
      fc.property(fc.constantFrom(...paths), values, (path, value) => {
        const content = JSON.parse(text);
        const parent = path.slice(0, -1).reduce((inner, key) => inner[key], content);
        parent[path.at(-1)!] = value;
        decodesOrRefuses(repacked(JSON.stringify(content)));
      }),
      { seed: 2, numRuns: 200 },
    );
  });
});

/** A scorer that has been read must also be able to predict. */
function decodesOrRefuses(candidate: Uint8Array): void {
  let decoded: ScorerModel;
  try {
    decoded = decodeScorer(candidate);
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: "not_a_scorer" });
    return;
  }
  for (const predictor of createScorer(decoded).values()) predictor.predict([sequences[0]!]);
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function leaves(value: any, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.keys(value).flatMap((key) => leaves(value[key], [...path, key]));
}
