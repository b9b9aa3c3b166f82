import { pathIn, useWorkspace } from "../../lab.ts";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";
import { navigate } from "../../router.ts";
import { AddStructure } from "./addStructure.tsx";
import { listStructures } from "./listStructures.ts";
import { StructureList } from "./structureList.tsx";

/** Structures of a project, and of the whole workspace. */
export function ProjectStructures({ projectId }: { projectId: string }) {
  const workspace = useWorkspace();
  const read = useResource(`structures ${workspace.name} ${projectId}`, () =>
    listStructures(workspace, projectId),
  );
  return (
    <section class="stack" aria-labelledby="structures">
      <h2 id="structures">Structures</h2>
      <Reading of={read}>{(structures) => <StructureList structures={structures} />}</Reading>
      <AddStructure project={projectId} onAdded={({ id }) => navigate(pathIn(workspace, "structures", id))} />
    </section>
  );
}
