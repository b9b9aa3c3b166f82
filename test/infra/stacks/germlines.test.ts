import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "#functions/operations.ts";
import { bundleScripts, type ScriptBundle } from "#infra/bundle.ts";
import { parseConfig } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import { exampleContext } from "./synthesized.ts";

const FASTA = ">IGHV1-2*02\nQVQLVQSGAE\n";

describe("germline genes of the operator on AWS", () => {
  let folder: string;
  let bundles: Record<string, ScriptBundle>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "germlines-"));
    const germlinesFile = join(folder, "genes.fasta");
    writeFileSync(germlinesFile, FASTA);
    const scripts = {
      reads: resolve("shared/jobs/numberAntibodies.ts"),
      others: resolve("shared/jobs/findRegions.ts"),
    };
    bundles = await bundleScripts(folder, scripts, { germlinesFile });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("the file is deployed with the functions that read it, and only with them", () => {
    const copyOf = (name: string) => join(bundles[name]!.directory, "germlines.fasta");
    expect(readFileSync(copyOf("reads"), "utf8")).toBe(FASTA);
    expect(existsSync(copyOf("others"))).toBe(false);
  });

  it("functions of regions know the path of the file, if there is one", () => {
    const { audience, needs } = operations.numberAntibodies.contract;
    const environmentOf = (changes: object) =>
      functionEnvironment(parseConfig({ ...exampleContext(), ...changes }), "numberAntibodies", {
        location: "EU",
        audience,
        needs,
      });
    expect(environmentOf({ germlinesFile: "genes.fasta" }).GERMLINES_FILE).toBe("/var/task/germlines.fasta");
    expect(environmentOf({})).not.toHaveProperty("GERMLINES_FILE");
  });
});
