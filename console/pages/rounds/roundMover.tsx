import { useState } from "preact/hooks";
import { NOT_IN_A_ROUND } from "#client/rounds/roundProgress.ts";
import { roundOf } from "#client/rounds/roundSteps.ts";
import type { Task } from "#client/taskHandle.ts";
import { take, useWorkspace } from "../../lab.ts";
import { Select } from "../../parts/form.tsx";
import { say, sayError } from "../../parts/toast.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";

interface RoundMoverProps {
  /** Name for what moves, such as `import`. */
  what: string;
  context: Task["context"];
  /** Moves it to a round, or out of all rounds (null). */
  move: (roundId: string | null) => Promise<unknown>;
}

/** Shows the round of an import or a task, and moves it to another one. Nothing for those of the whole workspace. */
export function RoundMover({ what, context, move }: RoundMoverProps) {
  const workspace = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const project = context.kind === "WORKSPACE" ? null : String(context.project_id);
  const rounds = latestOf(
    useResource(`rounds of ${what} in ${workspace.name} ${project}`, async () =>
      project === null ? [] : take(workspace.rounds({ project_id: project, include_archived: true })),
    ),
  );
  const current = roundOf(context) ?? "";
  if (!rounds || rounds.length === 0) return null;
  const offered = rounds.filter(({ id, archived_at }) => archived_at === null || id === current);
  const options: Record<string, string> = {
    "": NOT_IN_A_ROUND,
    ...Object.fromEntries(offered.map(({ id, name }) => [id, name])),
  };
  const enter = async (round: string) => {
    setBusy(true);
    try {
      await move(round === "" ? null : round);
      say(`The ${what} is now ${round === "" ? NOT_IN_A_ROUND : `in ${options[round]}`}.`, {
        label: "Move back",
        run: () => void enter(current),
      });
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
      readAgain();
    }
  };
  return (
    <span class="row">
      <label for="moved-round">Round</label>
      <Select
        id="moved-round"
        value={current}
        options={options}
        disabled={isBusy}
        onChange={(round) => void enter(round)}
      />
    </span>
  );
}
