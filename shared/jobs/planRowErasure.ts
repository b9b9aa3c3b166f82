import type { ErasurePlan } from "#shared/domain/erasures/erasure.ts";
import type { ErasureTarget } from "#shared/domain/erasures/erasureTransitions.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

/** Finds what an erasure would erase, by reading the data files of the table at all versions. */
export const planRowErasure: Job<ErasureTarget, ErasurePlan> = {
  name: "planRowErasure",
  kind: "query",
  run: (scope, target, signal) => againIfErased(() => planErasure(scope, target, signal)),
  stopped: queryStopped,
};
