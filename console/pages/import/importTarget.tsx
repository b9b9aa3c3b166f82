import { Field, nameProblem } from "../../parts/form.tsx";
import { TABLE_NAME } from "../../parts/names.ts";
import { ProjectField } from "../../parts/projectField.tsx";
import { AUTOMATIC_ROUND } from "../rounds/chosenRound.ts";
import { RoundField } from "../rounds/roundField.tsx";
import type { ImportDraft } from "./importDraft.ts";
import { tableEffect } from "./tableEffect.ts";
import type { Target } from "./useTarget.ts";

interface ImportTargetProps {
  draft: ImportDraft;
  target: Target;
  onChange: (changes: Partial<ImportDraft>) => void;
}

/** Table to which the rows are added, and the project and round that the import belongs to. */
export function ImportTarget({ draft, target, onChange }: ImportTargetProps) {
  const { tables = [], table, projects, into, owner } = target;
  return (
    <div class="row top">
      <Field
        id="into"
        label="Into the table"
        problem={nameProblem(TABLE_NAME, into, (reference) => onChange({ into: reference }))}
        hint={tableEffect(table, draft.config, target.config)}
      >
        <input
          id="into"
          required
          pattern="[A-Za-z_][A-Za-z0-9_]*"
          maxLength={128}
          title="Letters, digits and underscores, starting with a letter"
          list="tables"
          value={into}
          aria-describedby="into-hint"
          onInput={({ currentTarget }) => onChange({ into: currentTarget.value })}
        />
        <datalist id="tables">
          {tables.map(({ reference }) => (
            <option key={reference} value={reference} />
          ))}
        </datalist>
      </Field>
      {projects && (
        <ProjectField
          projects={projects}
          value={draft.project}
          onChange={(id) => onChange({ project: id, round: AUTOMATIC_ROUND })}
        />
      )}
      {projects && (
        <RoundField
          project={owner?.id}
          purpose="MEASURE"
          value={draft.round}
          onChange={(id) => onChange({ round: id })}
        />
      )}
    </div>
  );
}
