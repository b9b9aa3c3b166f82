import type { Column } from "#shared/domain/column.ts";
import { inferViewColumns } from "#shared/history/relations/inferViewColumns.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

export interface ViewInput {
  reference: string;
  query: string;
}

/** Infers the columns of a view from its query. */
export const describeView: Job<ViewInput, Column[]> = {
  name: "describeView",
  kind: "query",
  run: (scope, { reference, query }) => inferViewColumns(scope, reference, query),
  stopped: queryStopped,
};
