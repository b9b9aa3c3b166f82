import { expect, test } from "vitest";
import { readChoices } from "#console/pages/designs/orderChoices.ts";
import { dnaRequest, NEW_DNA, primersRequest } from "#console/pages/orders/dnaChoices.ts";
import { orderRequest } from "#console/pages/orders/storeOrder.ts";

test("the form for DNA states codons, sites, ends and a library", () => {
  const choices = {
    ...NEW_DNA,
    avoid: "BsaI; GGNCC",
    library: "V39:nnk, 40:22C",
    gc: "35 – 65 %",
    prefix: "ac gt",
  };
  expect(dnaRequest(choices)).toEqual({
    host: "E_COLI",
    avoid: ["BsaI", "GGNCC"],
    library: [
      { position: 39, codons: "NNK" },
      { position: 40, codons: "22C" },
    ],
    prefix: "ACGT",
    suffix: "",
    stop_codon: "TAA",
    gc: [0.35, 0.65],
  });
  expect(dnaRequest({ ...NEW_DNA, host: "GENES", genes: " genes ", stop: "none" })).toEqual({
    coding_sequences: { kind: "TABLE", table: "genes" },
    avoid: [],
    prefix: "",
    suffix: "",
  });
});

test("the form for primers accepts a plasmid as FASTA", () => {
  const choices = { ...NEW_DNA, template: ">pET\nacgt\nTTT\n", plate: "384", method: "OVERLAPPING" };
  expect(primersRequest(choices)).toMatchObject({ template: "ACGTTTT", method: "OVERLAPPING", format: 384 });
  expect(primersRequest({ ...choices, plate: "none" })).not.toHaveProperty("format");
  expect(primersRequest({ ...choices, template: "acgt\r\nTTT" })).toMatchObject({ template: "ACGTTTT" });
  const two = { ...choices, template: ">a\nACGT\n>b\nTTTT" };
  expect(() => primersRequest(two)).toThrow("several FASTA records");
});

test("texts that cannot be read are explained", () => {
  expect(() => dnaRequest({ ...NEW_DNA, library: "NNK" })).toThrow('"NNK" is not a position with its codon');
  expect(() => dnaRequest({ ...NEW_DNA, gc: "half" })).toThrow('"half" is not a range');
});

test("an order of chosen designs reads their ranks from the table, in the round of their task", () => {
  const choices = readChoices(new URLSearchParams("prefix=X&controls=reference"), 3, 1);
  const designs = [3, 1].map((rank) => ({ rank, sequence: "ACD" }));
  const context = { kind: "ROUND", round_id: "7", project_id: "5" };
  const chosen = {
    task: { context },
    table: "tasks.task_1.designs",
    name: "n".repeat(80),
    designs,
    choices,
    best: null,
  };
  const request = orderRequest(chosen as unknown as Parameters<typeof orderRequest>[0]);
  expect(request).toMatchObject({ project_id: "5", round_id: "7", name: "n".repeat(64) });
  expect(request.designs).toMatchObject({ query: expect.stringMatching(/'X'.*WHERE rank IN \(3, 1\)$/) });
  expect(request.plates?.[0]?.controls).toEqual([{ kind: "PARENT", replicates: 2 }]);
  const { query } = request.designs as { query: string };
  expect(query).toContain("array_position(ARRAY[3, 1], rank) AS rank, sequence, mutations, parent FROM");
  const both = { ...chosen, choices: { ...choices, controls: "both" }, best: "ACE" };
  expect(orderRequest(both as unknown as Parameters<typeof orderRequest>[0]).plates?.[0]?.controls).toEqual([
    { kind: "PARENT", replicates: 2 },
    { kind: "BEST", replicates: 2, sequence: "ACE" },
  ]);
  const pair = { ...chosen, designs: [{ rank: 1, sequence: "AC/DE" }] };
  expect(orderRequest(pair as unknown as Parameters<typeof orderRequest>[0]).designs).toMatchObject({
    query: expect.stringContaining("vh, vl, mutations, parent_vh, parent_vl"),
  });
  const elsewhere = { ...chosen, task: { context: { kind: "WORKSPACE" } } };
  expect(() => orderRequest(elsewhere as unknown as Parameters<typeof orderRequest>[0])).toThrow("orders do");
});
