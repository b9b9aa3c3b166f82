import { isName } from "@pdp/basics/columns";
import { useState } from "preact/hooks";
import type { components } from "#client/schema.ts";
import { unitOf } from "#shared/proposals/headerUnit.ts";
import { proposeNames } from "#shared/proposals/proposeNames.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { COLUMN_TYPES, typeWord } from "../../parts/columnTypes.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { TextField } from "../../parts/form.tsx";
import { say } from "../../parts/toast.tsx";
import { readAgain } from "../../resource.ts";

type Table = components["schemas"]["Table"];
type ColumnInput = components["schemas"]["ColumnInput"];

/** Editable fields of an existing table column. */
interface Edited {
  description: string;
  isDeprecated: boolean;
}

/** New column; its type is an index into `COLUMN_TYPES`. */
interface Added {
  name: string;
  type: number;
  description: string;
}

/** Form for the descriptions of a table and its columns, and for adding columns. */
export function ColumnsEditor({ table, onEnd }: { table: Table; onEnd: () => void }) {
  const workspace = useWorkspace();
  const { reference, kind, columns } = table;
  const [description, setDescription] = useState(table.description ?? "");
  const [edited, setEdited] = useState<readonly Edited[]>(
    columns.map(({ metadata }) => ({
      description: metadata.description ?? "",
      isDeprecated: metadata.deprecated,
    })),
  );
  const [added, setAdded] = useState<readonly Added[]>([]);
  const change = (index: number, changes: Partial<Edited>) =>
    setEdited(edited.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  const changeAdded = (index: number, changes: Partial<Added>) =>
    setAdded(added.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  const problem = problemOfAdded(table, added);
  const save = async () => {
    await workspace.updateTable(reference, {
      description: description.trim() || null,
      ...(kind === "TABLE" && { columns: [...columnsFrom(table, edited), ...added.map(columnFrom)] }),
    });
    readAgain();
    onEnd();
    say(`${reference} was changed. Its rows are unchanged.`);
  };
  return (
    <section class="card" aria-labelledby="edit">
      <header>
        <h2 id="edit">What is in {reference}</h2>
      </header>
      <div class="body">
        <TextField
          id="table-description"
          label="Description"
          value={description}
          maxLength={10_000}
          onChange={setDescription}
        />
        {kind === "TABLE" && (
          <div class="scroll fields">
            <DataTable columns={["Name", "Type", "What the values mean, and their unit", "No longer used"]}>
              {columns.map(({ name, type, metadata }, index) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{typeWord(type, metadata.kind) ?? type}</td>
                  <td>
                    <input
                      aria-label={`Description of ${name}`}
                      maxLength={10_000}
                      value={edited[index]?.description}
                      onInput={({ currentTarget }) => change(index, { description: currentTarget.value })}
                    />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`${name} is no longer used`}
                      checked={edited[index]?.isDeprecated}
                      onChange={({ currentTarget }) => change(index, { isDeprecated: currentTarget.checked })}
                    />
                  </td>
                </tr>
              ))}
              {added.map(({ name, type, description: text }, index) => (
                <tr key={index}>
                  <th scope="row">
                    <input
                      aria-label={`Name of new column ${index + 1}`}
                      maxLength={128}
                      value={name}
                      onInput={({ currentTarget }) => changeAdded(index, { name: currentTarget.value })}
                    />
                    {columnName(name) !== name.trim() && (
                      <div class="small muted">is called {columnName(name)}</div>
                    )}
                  </th>
                  <td>
                    <select
                      aria-label={`Type of new column ${index + 1}`}
                      value={String(type)}
                      onChange={({ currentTarget }) =>
                        changeAdded(index, { type: Number(currentTarget.value) })
                      }
                    >
                      {COLUMN_TYPES.map(({ label }, at) => (
                        <option key={label} value={String(at)}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>
                    <input
                      aria-label={`Description of new column ${index + 1}`}
                      maxLength={10_000}
                      value={text}
                      onInput={({ currentTarget }) =>
                        changeAdded(index, { description: currentTarget.value })
                      }
                    />
                  </td>
                  <td>
                    <button
                      type="button"
                      class="small"
                      onClick={() => setAdded(added.filter((_, at) => at !== index))}
                    >
                      Take away
                    </button>
                  </td>
                </tr>
              ))}
            </DataTable>
          </div>
        )}
        {kind === "TABLE" && (
          <p class="small muted">
            An added column is empty in all rows until an import contains it. Columns cannot be removed or
            retyped, so that every version stays readable.
          </p>
        )}
        {problem !== null && (
          <p class="small danger-text" role="status">
            {problem}
          </p>
        )}
        <div class="row">
          <ActionButton class="primary" busy="Saving…" run={save} disabled={problem !== null}>
            Save
          </ActionButton>
          {kind === "TABLE" && (
            <button
              type="button"
              onClick={() => setAdded([...added, { name: "", type: 0, description: "" }])}
            >
              Add a column
            </button>
          )}
          <button type="button" onClick={onEnd}>
            Cancel
          </button>
        </div>
      </div>
    </section>
  );
}

/** Returns the columns of a table with their edited descriptions. */
function columnsFrom({ columns }: Table, edited: readonly Edited[]): ColumnInput[] {
  return columns.map(({ metadata, ...column }, index) => {
    const { description = "", isDeprecated = false } = edited[index] ?? {};
    return {
      ...column,
      metadata: { ...metadata, description: description.trim() || null, deprecated: isDeprecated },
    } as ColumnInput;
  });
}

function columnFrom({ name, type, description }: Added): ColumnInput {
  const { type: columnType, kind } = COLUMN_TYPES[type]!;
  return {
    name: columnName(name),
    type: columnType,
    nullable: true,
    metadata: { description: description.trim() || (unitOf(name) && name.trim()), ...(kind && { kind }) },
  };
}

/** Returns a column name for text such as a file header: `Expression (mg/L)` becomes `expression`. */
function columnName(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || isName(trimmed)) return trimmed;
  return proposeNames([trimmed], () => false)[0] ?? "";
}

/** Describes problems with the names of added columns; the service checks everything else. */
function problemOfAdded({ columns }: Table, added: readonly Added[]): string | null {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  for (const { name } of added) {
    const folded = columnName(name).toLowerCase();
    if (folded === "") return "A new column needs a name.";
    if (taken.has(folded)) return `There are two columns named "${folded}".`;
    taken.add(folded);
  }
  return null;
}
