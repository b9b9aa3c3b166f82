import { describe, expect, test } from "vitest";
import { loadByPreview } from "#test/shared/proposals/loadByPreview.ts";
import { column, ingest, useFolder } from "./ingesting.ts";

useFolder();

const typesOf = ({ preview }: Awaited<ReturnType<typeof loadByPreview>>) =>
  Object.fromEntries(preview.columns.map(({ name, type }) => [name, type]));

describe("properties in the titles of a FASTA file", () => {
  const designs = [
    ">native, score=1.25, fixed_chains=['A', 'B'], model_name=v_48_020, seed=11",
    "MKTAYIAKQR",
    ">T=0.1, sample=1, score=0.8312, global_score=1.125, seq_recovery=0.47",
    "MKTAYIAKQK",
    ">T=0.1, sample=2, score=NaN, global_score=0.95, seq_recovery=0.5",
    "MKSAYIAKQR",
  ].join("\n");

  test("scores of designs become typed columns, and the description keeps every property", async () => {
    const loaded = await loadByPreview(`${designs}\n`, "designs.fa");
    expect(typesOf(loaded)).toEqual({
      name: "STRING",
      description: "STRING",
      sequence: "STRING",
      t: "FLOAT64",
      sample: "INT64",
      score: "FLOAT64",
      global_score: "FLOAT64",
      seq_recovery: "FLOAT64",
    });
    expect(loaded.rows?.map((row) => row.slice(2))).toEqual([
      ["MKTAYIAKQR", 1.25, null, null, null, null],
      ["MKTAYIAKQK", 0.8312, 0.1, "1", 1.125, 0.47],
      ["MKSAYIAKQR", null, 0.1, "2", 0.95, 0.5],
    ]);
    expect(loaded.rows?.[0]?.[1]).toBe("score=1.25, fixed_chains=['A', 'B'], model_name=v_48_020, seed=11");
    expect(loaded.preview.warnings.join()).not.toContain("not loaded");
  });

  test("values may contain spaces up to the next property", async () => {
    const loaded = await loadByPreview(
      ">sp|Q7X1|ONE Hydrolase one OS=Bacillus sp. X OX=1409 PE=1 SV=2\nMKTAY\n>sp|Q7X2|TWO Hydrolase two OS=Escherichia coli OX=562 GN=two PE=3 SV=1\nMKTAW\n",
      "uniprot.fasta",
    );
    expect(loaded.names).toEqual(["name", "description", "sequence", "os", "ox", "pe", "sv", "gn"]);
    expect(loaded.rows?.map((row) => [row[3], Number(row[4]), row[7]])).toEqual([
      ["Bacillus sp. X", 1409, null],
      ["Escherichia coli", 562, "two"],
    ]);
  });

  test("a rare property, and one with the name of a column of the format, stay in the description", async () => {
    const loaded = await loadByPreview(
      ">a at pH=7 buffer\nMKT\n>b sequence=old\nMKV\n>c\nMKW\n",
      "library.fasta",
    );
    expect(loaded.names).toEqual(["name", "description", "sequence"]);
    expect(loaded.rows?.map((row) => row[1])).toEqual(["at pH=7 buffer", "sequence=old", null]);
  });

  test("a load without the properties has no warning about them, because the description has them", async () => {
    const columns = ["name", "description", "sequence"].map((name) => column(name, "STRING"));
    const { errors, warnings } = await ingest("FASTA", `${designs}\n`, columns);
    expect([errors, warnings]).toEqual([[], []]);
  });
});
