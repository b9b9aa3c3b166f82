import { useState } from "preact/hooks";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Card } from "../../parts/card.tsx";
import { openProjects } from "../../parts/openProjects.ts";
import { Page } from "../../parts/page.tsx";
import { ProjectField } from "../../parts/projectField.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address, navigate } from "../../router.ts";
import { AddStructure } from "./addStructure.tsx";
import { listStructures } from "./listStructures.ts";
import { StructureList } from "./structureList.tsx";

/** Structures of a workspace, or of the project in the URL. */
export function StructuresPage() {
  const workspace = useWorkspace();
  const projectInUrl = address.value.searchParams.get("project") ?? "";
  const [chosen, setChosen] = useState(projectInUrl);
  const read = useResource(`structures ${workspace.name} ${projectInUrl}`, () =>
    listStructures(workspace, projectInUrl),
  );
  const projects = latestOf(useResource(`projects ${workspace.name}`, () => openProjects(workspace)));
  const project = chosen || (projects?.[0]?.id ?? "");
  return (
    <Page
      title="Structures"
      intro="Structures of the proteins, experimental or predicted. Training uses them, with measurements or without any."
    >
      <Reading of={read}>{(structures) => <StructureList structures={structures} />}</Reading>
      <Card title="New structure" id="add-structure">
        {projects && projects.length > 1 && (
          <ProjectField projects={projects} value={project} onChange={setChosen} />
        )}
        {projects && (
          <AddStructure
            project={project}
            onAdded={({ id }) => navigate(pathIn(workspace, "structures", id))}
          />
        )}
      </Card>
    </Page>
  );
}
