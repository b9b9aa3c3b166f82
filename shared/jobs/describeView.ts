import { type InferredView, inferView } from "#shared/history/relations/inferView.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

export interface ViewInput {
  reference: string;
  query: string;
}

/** Infers the columns of a view, and the tables that it reads, from its query. */
export const describeView: Job<ViewInput, InferredView> = {
  name: "describeView",
  kind: "query",
  run: (scope, { reference, query }) => inferView(scope, reference, query),
  stopped: queryStopped,
};
