import { pathIn, useWorkspace } from "../../../lab.ts";
import { ActionButton } from "../../../parts/actionButton.tsx";
import { readAgain } from "../../../resource.ts";
import { navigate } from "../../../router.ts";
import type { NextStep } from "./nextStep.ts";

interface NextStepButtonProps {
  projectId: string;
  step: NextStep;
  /** False where a page shows multiple buttons. */
  isPrimary?: boolean;
}

/** Button for the next step in a project. */
export function NextStepButton({ projectId, step, isPrimary = true }: NextStepButtonProps) {
  const workspace = useWorkspace();
  const style = isPrimary ? "primary" : "";
  const link = (label: string, page: string, query: Record<string, string>) => (
    <a class={`button ${style}`} href={`${pathIn(workspace, page)}?${new URLSearchParams(query)}`}>
      {label}
    </a>
  );
  const startRound = async (name: string) => {
    const { id } = await workspace.createRound({ project_id: projectId, name });
    readAgain();
    return id;
  };
  switch (step.kind) {
    case "startRound":
      return (
        <ActionButton class={style} run={() => startRound(step.name)}>
          Start {step.name}
        </ActionButton>
      );
    case "import":
      return link("Import measurements", "import", { project: projectId, round: step.round });
    case "train":
      return link("Train models", "train", { table: step.table, project: projectId, round: step.round });
    case "design":
      return link("Design variants", "design", { models: step.training, round: step.round });
    case "order":
      return (
        <a class={`button ${style}`} href={pathIn(workspace, "designs", step.designs)}>
          Order designs, or import results
        </a>
      );
    case "trainNext":
      return (
        <ActionButton
          class={style}
          run={async () => {
            const round = await startRound(step.name);
            const query = new URLSearchParams({ table: step.table, project: projectId, round });
            navigate(`${pathIn(workspace, "train")}?${query}`);
          }}
        >
          Train {step.name}
        </ActionButton>
      );
  }
}
