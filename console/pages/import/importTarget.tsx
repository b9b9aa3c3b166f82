import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { Field, nameProblem } from "../../parts/form.tsx";
import { TABLE_NAME } from "../../parts/names.ts";
import { type Project, ProjectField } from "../../parts/projectField.tsx";
import { tableEffect } from "./tableEffect.ts";

type Table = components["schemas"]["Table"];

interface ImportTargetProps {
  tables: readonly Table[];
  /** As it is for a table of its own. */
  config: TableConfig | null;
  /** With the names and types of the table. */
  fitted: TableConfig | null;
  /** Undefined as long as they are read. */
  projects: readonly Project[] | undefined;
  into: string;
  project: string;
  onInto: (reference: string) => void;
  onProject: (id: string) => void;
}

/** Table that the rows go to, and the project that the import belongs to. */
export function ImportTarget(props: ImportTargetProps) {
  const { tables, config, fitted, projects, into, project, onInto, onProject } = props;
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
          title="Letters, digits and underscores; a letter first"
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
      {projects && <ProjectField projects={projects} value={project} onChange={onProject} />}
    </div>
  );
}
