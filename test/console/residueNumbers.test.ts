import type { Numbering } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import { type OrderOptions, orderRows } from "#client/orderList/orderRows.ts";
import { referenceNumbering, trainingNumbering } from "#client/referenceNumbering.ts";
import type { Task } from "#client/taskHandle.ts";
import { Workspace } from "#client/workspace.ts";
import { orderNumbering, readChoices, writeChoices } from "#console/pages/designs/orderChoices.ts";

const MONOMER = "MKTAYI";
const REFERENCE = { monomer: MONOMER, positions: [26, 27, 28, 35, 36, 37] };
const numbersOf = (numbering: Numbering) => [...MONOMER].map((_, index) => numbering.positionAt(index));

test("the console numbers residues in the same way as training and the other clients, including gaps", async () => {
  const parameters = { dataset: { kind: "TABLE", table: "t" }, assays: [], reference: REFERENCE };
  const task = { parameters, context: { kind: "WORKSPACE" } } as unknown as Task;
  // A workspace task that specifies its residue numbers requires no request.
  const numbering = await trainingNumbering(new Workspace("lab", undefined as never), task);
  expect(numbersOf(numbering)).toEqual(REFERENCE.positions);
  expect(numbersOf(numbering)).toEqual(numbersOf(referenceNumbering(MONOMER, REFERENCE) as Numbering));
});

test("an order uses the reference's numbers with gaps, or counts from another first number", () => {
  const usual = referenceNumbering(MONOMER, REFERENCE) as Numbering;
  const design = {
    rank: 1,
    mutations: "A4V",
    sequence: "MKTVYI",
    parent: MONOMER,
    predictions: [],
    reason: null,
  };
  const codes = (address: string) => {
    const choices = readChoices(new URLSearchParams(address), 1, usual.positionAt(0));
    const options: OrderOptions = { numbering: orderNumbering(choices, usual) };
    return orderRows([{ ...design, isToLearn: false } as never], options).map(({ mutations }) => mutations);
  };
  expect([codes(""), codes("firstNumber=1")]).toEqual([["A35V"], ["A4V"]]);
  const stated = readChoices(new URLSearchParams(), 1, usual.positionAt(0));
  expect(writeChoices(stated, 1, usual.positionAt(0)).firstNumber).toBeNull();
});
