import { DataProblem } from "@pdp/basics/errors";
import { readStructure } from "@pdp/formats/proteins";
import { openObject } from "#shared/objects/objects.ts";
import { getArtifact } from "#shared/store/artifacts.ts";
import type { TaskRun } from "#shared/tasks/taskRun.ts";
import { type StructureScores, structureScores } from "./structureScores.ts";

/** Scores all substitutions of a reference by a structure, once for a task; null without a structure. */
export async function scoreStructure(
  run: TaskRun,
  id: string | null,
  reference: string,
): Promise<StructureScores | null> {
  if (id === null) return null;
  await run.progress({ phase: "STRUCTURE", step: 0, num_steps: 1 }, true);
  return run.stage("structure", async () => {
    const { payloads } = await getArtifact(run.scope, id);
    if (!payloads.structure) throw new DataProblem(`The structure ${id} no longer exists.`);
    return structureScores(
      await readStructure(await openObject(run.scope, payloads.structure.key)),
      reference,
    );
  });
}
