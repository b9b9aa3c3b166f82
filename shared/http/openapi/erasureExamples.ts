import type { Erasure, ErasurePlan } from "#shared/domain/erasures/erasure.ts";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { USER } from "./examples.ts";

export const exampleErasurePlan: ErasurePlan = {
  tables: [
    {
      table_id: EXAMPLE_ID.table,
      reference: "variants",
      rows: 266,
      versions: [{ version_id: EXAMPLE_ID.version, rows: 266 }],
      version_count: 1,
    },
  ],
  tasks: [EXAMPLE_ID.task],
  task_count: 1,
  snapshot_count: 1,
  artifacts: [EXAMPLE_ID.scorer, EXAMPLE_ID.report],
  artifact_count: 2,
  orders: [EXAMPLE_ID.order],
  order_count: 1,
  uploads: [EXAMPLE_ID.file],
  upload_count: 1,
  result_count: 0,
  unread_loads: [],
  views: [],
  named_tables: [],
  texts: [{ kind: "FILE", id: EXAMPLE_ID.file, field: "filepath" }],
  text_count: 1,
};

export const exampleErasure: Erasure = {
  id: EXAMPLE_ID.erasure,
  state: "PREPARED",
  load_id: EXAMPLE_ID.load,
  reference: null,
  table_id: null,
  where: null,
  reason: "Consent withdrawn, ticket 4711",
  created_at: "2026-03-16T09:30:00.000Z",
  created_by: USER,
  expires_at: "2026-03-17T09:30:00.000Z",
  confirmed_at: null,
  confirmed_by: null,
  completed_at: null,
  rechecked_at: null,
  progress: null,
  keep_texts: false,
  errors: [],
  plan: exampleErasurePlan,
};
