import { automaticRound, nextRound } from "#client/rounds/automaticRound.ts";
import type { RoundPurpose } from "#client/rounds/chooseRound.ts";
import { NOT_IN_A_ROUND } from "#client/rounds/roundProgress.ts";
import { take, useWorkspace } from "../../lab.ts";
import { SelectField } from "../../parts/form.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { AUTOMATIC_ROUND, NEW_ROUND } from "./chosenRound.ts";

interface RoundFieldProps {
  /** Project with the rounds to offer; undefined while unknown. */
  project: string | undefined;
  purpose: RoundPurpose;
  /** ID of the selected round, `AUTOMATIC_ROUND` or `NEW_ROUND`; empty for none. */
  value: string;
  onChange: (round: string) => void;
}

const HINTS: Readonly<Record<RoundPurpose, string>> = {
  MEASURE: "Measurements join the latest round.",
  LEARN: "Models and analyses belong to the latest round that is measured.",
  DESIGN: "Designs open the next round once the latest one is measured. Their results join it.",
};

/** Selector for the round that an import or a task belongs to. */
export function RoundField({ project, purpose, value, onChange }: RoundFieldProps) {
  const workspace = useWorkspace();
  const read = latestOf(
    useResource(`round to ${purpose} in ${workspace.name} ${project}`, async () => {
      if (project === undefined) return null;
      const [rounds, automatic, next] = await Promise.all([
        take(workspace.rounds({ project_id: project, include_archived: true })),
        automaticRound(workspace, project, purpose),
        nextRound(workspace, project),
      ]);
      return { rounds, automatic, next };
    }),
  );
  if (!read) return null;
  const { rounds, automatic, next } = read;
  const options = {
    ...Object.fromEntries(
      rounds
        .filter(({ id, archived_at }) => archived_at === null || id === value)
        .map(({ id, name, archived_at }) => [id, archived_at === null ? name : `${name} (archived)`]),
    ),
    // An unused round is the next one, and is listed already.
    ...((next.id === null || value === NEW_ROUND) && { [NEW_ROUND]: `${next.name} (new)` }),
    "": NOT_IN_A_ROUND,
  };
  const implied = automatic === null ? "" : (automatic.id ?? NEW_ROUND);
  const shown = value === AUTOMATIC_ROUND ? implied : value in options ? value : "";
  return (
    <SelectField
      id="round"
      label="Round"
      hint={HINTS[purpose]}
      value={shown}
      options={options}
      onChange={onChange}
    />
  );
}
