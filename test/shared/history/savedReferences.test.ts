import { expect, test } from "vitest";
import type { LoadTable, TableConfig } from "#shared/domain/loads/load.ts";
import { savedReferences } from "#shared/history/savedReferences.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

test("a reference named by a pending load cannot be saved in a project", async () => {
  const rule = { reference: { monomer: "MKT" }, numbering: {} };
  const tables = { t: { sequence_from: rule } as unknown as LoadTable };
  const configs = { t: { sequence_from: { save_reference_as: "wild type" } } as unknown as TableConfig };
  const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
  const saved = savedReferences({} as WorkspaceScope, { kind: "WORKSPACE" }, tables, configs, stamp);
  await expect(saved).rejects.toMatchObject({ code: "reference_unknown" });
});
