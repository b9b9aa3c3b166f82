import type { Task } from "#client/taskHandle.ts";
import { useWorkspace } from "../../../lab.ts";
import { openProjects } from "../../../parts/openProjects.ts";
import { Page } from "../../../parts/page.tsx";
import { Reading } from "../../../parts/reading.tsx";
import { useResource } from "../../../resource.ts";
import { useEarlierTask } from "../earlier.ts";
import { FirstPlateForm } from "./firstPlateForm.tsx";

/** Form that trains without measurements, for a first plate. The URL may name the structure, the project or the task to repeat. */
export function FirstPlatePage() {
  const earlier = useEarlierTask();
  return (
    <Page
      title="Design a first plate"
      intro="Before anything is measured: models learn from a structure, or from related proteins, which substitutions are plausible. Then choose how many designs you can make."
    >
      <Reading of={earlier}>{(task) => <WithProjects key={task?.id} task={task} />}</Reading>
    </Page>
  );
}

function WithProjects({ task }: { task: Task | null }) {
  const workspace = useWorkspace();
  const projects = useResource(`projects ${workspace.name}`, () => openProjects(workspace));
  return <Reading of={projects}>{(choices) => <FirstPlateForm projects={choices} task={task} />}</Reading>;
}
