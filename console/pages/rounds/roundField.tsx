import { take, useWorkspace } from "../../lab.ts";
import { Field, Select } from "../../parts/form.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { chosenRound } from "./chosenRound.ts";

interface RoundFieldProps {
  /** Project whose rounds are offered; undefined while it is not known. */
  project: string | undefined;
  /** Id of the chosen round or `CURRENT_ROUND`; empty for none. */
  value: string;
  onChange: (round: string) => void;
}

/** Choice of the round that an import or a task belongs to. Nothing is shown for a project without rounds. */
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
