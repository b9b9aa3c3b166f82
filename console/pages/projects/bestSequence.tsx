import type { Workspace } from "#client/workspace.ts";
import { useWorkspace } from "../../lab.ts";
import { copyAndSay } from "../../parts/copyAndSay.ts";
import { plural } from "../../parts/format.ts";
import { Icon } from "../../parts/icon.tsx";
import type { Project } from "../../parts/openProjects.ts";
import { variantPath } from "../../plots/variantPath.ts";
import { latestOf, useResource } from "../../resource.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { compareVariant } from "../variant/compareVariant.ts";
import { type Compared, knownProteins, variantTitle } from "../variant/variantReference.ts";

interface BestSequenceProps {
  sequence: string;
  project: Project;
  /** Task that defines the assay. */
  taskId: string;
}

/** Best variant of an assay by its mutations against the reference; the complete sequence can be copied. */
export function BestSequence({ sequence, project, taskId }: BestSequenceProps) {
  const workspace = useWorkspace();
  const read = useResource(`best sequence ${taskId} ${project.updated_at} ${sequence}`, () =>
    compareInProject(workspace, sequence, project, taskId),
  );
  // Until the reference is known, and if it cannot be read, the variant is named by its first residues.
  const compared = latestOf(read) ?? null;
  return (
    <span class="row">
      <a href={variantPath(workspace, sequence)} title={sequence}>
        {variantTitle(compared, sequence)}
      </a>
      <button
        type="button"
        class="quiet small"
        title={`Copy the sequence (${plural(sequence.length, "residue")})`}
        aria-label="Copy the sequence"
        onClick={() => void copyAndSay(sequence, `Copied ${plural(sequence.length, "residue")}.`)}
      >
        <Icon name="copy" class="small" />
      </button>
    </span>
  );
}

async function compareInProject(
  workspace: Workspace,
  sequence: string,
  project: Project,
  taskId: string,
): Promise<Compared | null> {
  const task = await workspace.task(taskId).get();
  return compareVariant(workspace, sequence, knownProteins([project], [task], taskTitle));
}
