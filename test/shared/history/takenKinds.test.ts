import type { Column, SequenceKind } from "@pdp/basics/columns";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { redo, undo } from "#shared/domain/loads/loadTransitions.ts";
import { commitNewTable } from "#shared/history/tableCommits.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeLoad, getLoad } from "#shared/store/loads.ts";
import { findTable } from "#shared/store/tables.ts";
import { createIngestedLoad } from "#test/support/ingestedLoad.ts";
import { type RemoteLake, remoteLake } from "#test/support/remoteLake.ts";

let lake: RemoteLake;

beforeAll(async () => {
  lake = await remoteLake();
});

afterAll(() => lake.close());

function gene(kind?: SequenceKind): Column {
  const metadata = { description: null, deprecated: false, ...(kind && { kind }) };
  return { name: "gene", type: "STRING", nullable: true, metadata };
}

/** Table with a column that has no kind. */
async function tableOfGenes(): Promise<WorkspaceScope> {
  const scope = await lake.workspace();
  const stamp = { by: "user_1", at: now() };
  await commitNewTable(scope, { reference: "genes", description: null, columns: [gene()] }, stamp);
  return scope;
}

async function commitOf(scope: WorkspaceScope, execution: Awaited<ReturnType<typeof createIngestedLoad>>) {
  await commitLoad.run(execution, scope.settings);
  return getLoad(scope, execution.load_id);
}

it("a column adopts the kind of a load, with a warning only if it has rows", async () => {
  const scope = await tableOfGenes();
  const first = await commitOf(scope, await createIngestedLoad(scope, { genes: [gene("DNA")] }));
  expect(first).toMatchObject({ state: "COMPLETED", warnings: [] });
  expect((await findTable(scope, "genes"))?.columns).toEqual([gene("DNA")]);

  const other = await tableOfGenes();
  await commitOf(other, await createIngestedLoad(other, { genes: [gene()] }));
  const second = await commitOf(other, await createIngestedLoad(other, { genes: [gene("RNA")] }));
  expect(second).toMatchObject({
    state: "COMPLETED",
    warnings: [
      'The column "gene" of table "genes" contains RNA from now on, as specified by this load. Earlier rows were not checked for this kind.',
    ],
  });
});

it("a load fails if its rows were not checked for a kind adopted in the meantime", async () => {
  const scope = await tableOfGenes();
  const [plain, rna, dna] = [
    await createIngestedLoad(scope, { genes: [gene()] }),
    await createIngestedLoad(scope, { genes: [gene("RNA")] }),
    await createIngestedLoad(scope, { genes: [gene("DNA")] }),
  ];
  expect(await commitOf(scope, dna)).toMatchObject({ state: "COMPLETED" });
  expect(await commitOf(scope, plain)).toMatchObject({
    state: "FAILED",
    errors: [
      expect.stringMatching(
        /^The column "gene" of table "genes" was set to the kind DNA by another load.*retry/,
      ),
    ],
  });
  expect(await commitOf(scope, rna)).toMatchObject({
    state: "FAILED",
    errors: ['The column "gene" of table "genes" contains DNA, not RNA.'],
  });
});

it("a redo of rows that were not checked for a kind succeeds with a warning", async () => {
  const scope = await tableOfGenes();
  const plain = await createIngestedLoad(scope, { genes: [gene()] });
  await commitOf(scope, plain);
  const revise = async (rule: typeof undo) => {
    const { attempt } = await changeLoad(scope, plain.load_id, (load) =>
      rule(load, { by: "user_1", at: now() }),
    );
    await commitLoad.run({ ...plain, attempt }, scope.settings);
    return getLoad(scope, plain.load_id);
  };
  expect(await revise(undo)).toMatchObject({ is_active: false, warnings: [] });
  await commitOf(scope, await createIngestedLoad(scope, { genes: [gene("DNA")] }));
  expect(await revise(redo)).toMatchObject({
    is_active: true,
    warnings: [
      'The column "gene" of table "genes" was set to the kind DNA by another load, but the rows of this load were not checked for this kind.',
    ],
  });
});
