import { useState } from "preact/hooks";
import type { Structure } from "#client/structures.ts";
import type { Workspace } from "#client/workspace.ts";
import { useWorkspace } from "../../lab.ts";
import { Field } from "../../parts/form.tsx";
import { readAgain } from "../../resource.ts";
import { sendWithProgress } from "./sendWithProgress.ts";

/** Endings of files with structures. */
const ENDINGS = ".pdb,.ent,.cif,.mmcif,.gz";
/** Endings that a name does not need. */
const ENDING = /(?:\.(?:pdb|ent|cif|mmcif))?(?:\.gz)?$/i;

interface AddStructureProps {
  /** Project of the structure; empty for the whole workspace. */
  project: string;
  onAdded: (structure: Structure) => void;
}

type Upload = { state: "sending"; name: string; fraction: number } | { state: "failed"; problem: string };

/** Field that uploads the file of a structure. It shows the progress, and what is wrong with a file that cannot be read. */
export function AddStructure({ project, onAdded }: AddStructureProps) {
  const workspace = useWorkspace();
  const [upload, setUpload] = useState<Upload | null>(null);
  const add = async (file: File) => {
    const { name } = file;
    setUpload({ state: "sending", name, fraction: 0 });
    const outcome = await addFile(workspace, file, project, (fraction) =>
      setUpload({ state: "sending", name, fraction }),
    );
    setUpload("problem" in outcome ? { state: "failed", problem: outcome.problem } : null);
    if ("problem" in outcome) return;
    readAgain();
    onAdded(outcome.structure);
  };
  const isSending = upload?.state === "sending";
  return (
    <Field
      id="structure-file"
      label="Add a structure"
      hint="PDB or mmCIF, experimental or predicted, also .gz; at most 64 MB"
      problem={upload?.state === "failed" && <span role="alert">{upload.problem}</span>}
    >
      <input
        id="structure-file"
        type="file"
        accept={ENDINGS}
        aria-describedby="structure-file-hint"
        disabled={isSending}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void add(file);
        }}
      />
      {isSending && (
        <p class="row small" role="status">
          <progress max={1} value={upload.fraction} aria-label={`Upload of ${upload.name}`} />
          {upload.fraction < 1 ? `Uploading ${upload.name}…` : `Reading ${upload.name}…`}
        </p>
      )}
    </Field>
  );
}

type Outcome = { structure: Structure } | { problem: string };

async function addFile(
  workspace: Workspace,
  file: File,
  project: string,
  onProgress: (fraction: number) => void,
): Promise<Outcome> {
  const context =
    project === "" ? ({ kind: "WORKSPACE" } as const) : ({ kind: "PROJECT", project_id: project } as const);
  const name = file.name.replace(ENDING, "") || file.name;
  try {
    const structure = await workspace.structures.add(file, name, context, sendWithProgress(onProgress));
    if (structure.data.state === "READY") return { structure };
    return { problem: `${file.name}: ${structure.data.problem ?? "its file cannot be read."}` };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
