import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { Field, nameProblem } from "../../parts/form.tsx";
import { TABLE_NAME } from "../../parts/names.ts";
import type { Project } from "../../parts/openProjects.ts";
import { ProjectField } from "../../parts/projectField.tsx";
import { AUTOMATIC_ROUND } from "../rounds/chosenRound.ts";
import { RoundField } from "../rounds/roundField.tsx";
import type { ImportDraft } from "./importDraft.ts";
import { tableEffect } from "./tableEffect.ts";

type Table = components["schemas"]["Table"];

interface ImportTargetProps {
  tables: readonly Table[];
  /** Configuration for a new table. */
  config: TableConfig | null;
  /** Configuration that uses the table's names and types. */
  fitted: TableConfig | null;
  /** Undefined while the projects are being read. */
  projects: readonly Project[] | undefined;
  into: string;
  /** Selected project and round. */
  owner: Pick<ImportDraft, "project" | "round">;
  onInto: (reference: string) => void;
  onOwner: (changes: Partial<ImportDraft>) => void;
}

/** Table to which the rows are added, and the project and round that the import belongs to. */
export function ImportTarget(props: ImportTargetProps) {
  const { tables, config, fitted, projects, into, owner, onInto, onOwner } = props;
  const { project, round } = owner;
  return (
    <div class="row top">
      <Field
        id="into"
        label="Into the table"
        problem={nameProblem(TABLE_NAME, into, onInto)}
        hint={tableEffect(
          tables.find(({ reference }) => reference === into),
          config,
          fitted,
        )}
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
          onInput={({ currentTarget }) => onInto(currentTarget.value)}
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
          value={project}
          onChange={(id) => onOwner({ project: id, round: AUTOMATIC_ROUND })}
        />
      )}
      {projects && (
        <RoundField
          project={(projects.find(({ id }) => id === project) ?? projects[0])?.id}
          purpose="MEASURE"
          value={round}
          onChange={(id) => onOwner({ round: id })}
        />
      )}
    </div>
  );
}
