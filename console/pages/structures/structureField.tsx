import { pathIn, useWorkspace } from "../../lab.ts";
import { Field } from "../../parts/form.tsx";
import { SearchSelect } from "../../parts/searchSelect.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { AddStructure } from "./addStructure.tsx";
import { listStructures } from "./listStructures.ts";
import { matchLine } from "./structureWords.ts";

/** Value of the field without a structure. */
export const NO_STRUCTURE = "";

interface StructureFieldProps {
  /** Project of new structures; empty for the whole workspace. */
  project: string;
  /** ID of the selected structure. */
  value: string;
  onChange: (id: string) => void;
}

/** Field for a structure of the protein: one that can be read, or a file that is uploaded here. */
export function StructureField({ project, value, onChange }: StructureFieldProps) {
  const workspace = useWorkspace();
  const read = useResource(`structures ${workspace.name} ${project}`, () =>
    listStructures(workspace, project),
  );
  const ready = (latestOf(read) ?? []).filter(({ data }) => data.state === "READY");
  const chosen = ready.find(({ id }) => id === value);
  // The structure of an earlier training may belong to another project.
  const isElsewhere = value !== NO_STRUCTURE && latestOf(read) !== undefined && !chosen;
  return (
    <div class="stack">
      <Field
        id="structure"
        label="Structure"
        hint={
          chosen
            ? matchLine(chosen.data)
            : "A network scores every substitution by the structure. This helps most with few measurements."
        }
      >
        <SearchSelect
          id="structure"
          label="Structure"
          value={value}
          options={[
            { value: NO_STRUCTURE, text: "none", reason: null },
            ...(isElsewhere ? [{ value, text: "that of the earlier training run", reason: null }] : []),
            ...ready.map(({ id, data }) => ({ value: id, text: data.name, reason: null })),
          ]}
          onChange={onChange}
        />
      </Field>
      {chosen && <a href={pathIn(workspace, "structures", chosen.id)}>Look at {chosen.data.name}</a>}
      <AddStructure project={project} onAdded={({ id }) => onChange(id)} />
    </div>
  );
}
