import { expect, test } from "vitest";
import type { LoadTable, TableConfig } from "#shared/domain/loads/load.ts";
import { saveReference } from "#shared/history/resolveTable.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

test("a reference that a load of the workspace names cannot be saved in a project", async () => {
  const rule = { reference: { monomer: "MKT" }, numbering: {} };
  const table = { sequence_from: rule } as unknown as LoadTable;
  const config = { sequence_from: { save_reference_as: "wild type" } } as unknown as TableConfig;
  const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
  const saved = saveReference({} as WorkspaceScope, { kind: "WORKSPACE" }, table, config, stamp);
  await expect(saved).rejects.toMatchObject({ code: "reference_unknown" });
});
