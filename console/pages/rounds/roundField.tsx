import { take, useWorkspace } from "../../lab.ts";
import { Field, Select } from "../../parts/form.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { chosenRound } from "./chosenRound.ts";

interface RoundFieldProps {
  /** Project with the rounds to offer; undefined while unknown. */
  project: string | undefined;
  /** ID of the selected round or `CURRENT_ROUND`; empty for none. */
  value: string;
  onChange: (round: string) => void;
}

/** Selector for the round that an import or a task belongs to. Renders nothing for a project without rounds. */
export function RoundField({ project, value, onChange }: RoundFieldProps) {
  const workspace = useWorkspace();
  const rounds = latestOf(
    useResource(`rounds of ${workspace.name} ${project}`, async () =>
      project === undefined ? [] : take(workspace.rounds({ project_id: project })),
    ),
  );
  if (rounds === undefined || rounds.length === 0) return null;
  const options = { "": "no round", ...Object.fromEntries(rounds.map(({ id, name }) => [id, name])) };
  return (
    <Field id="round" label="Round">
      <Select id="round" value={chosenRound(rounds, value) ?? ""} options={options} onChange={onChange} />
    </Field>
  );
}
