import { pathIn, useWorkspace } from "../../../lab.ts";
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
  switch (step.kind) {
    case "import":
      return link("Import measurements", "import", { project: projectId });
    case "train":
      return link("Train models", "train", { table: step.table, project: projectId });
    case "design":
      return link(`Design ${step.round}`, "design", { models: step.training });
    case "order":
      return (
        <a class={`button ${style}`} href={pathIn(workspace, "designs", step.designs)}>
          Order designs, or import results
        </a>
      );
  }
}
