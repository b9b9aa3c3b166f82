import { pathIn, useWorkspace } from "../../../lab.ts";
import type { ProjectRounds } from "./readRounds.ts";

interface FirstPlateLinkProps {
  projectId: string;
  projectRounds: Pick<ProjectRounds, "next" | "rounds" | "outside">;
}

/** Link to a first plate without measurements; nothing once the project has some, or has models. */
export function FirstPlateLink({ projectId, projectRounds: { next, rounds, outside } }: FirstPlateLinkProps) {
  const workspace = useWorkspace();
  const isMeasured = outside.rows > 0 || rounds.some(({ rows }) => rows > 0);
  if (isMeasured || next.kind !== "import") return null;
  const query = new URLSearchParams({ project: projectId });
  return (
    <p>
      Nothing measured yet?{" "}
      <a href={`${pathIn(workspace, "first-plate")}?${query}`}>Design a first plate from a structure</a>
    </p>
  );
}
