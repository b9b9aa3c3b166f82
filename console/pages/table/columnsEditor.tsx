import { useState } from "preact/hooks";
import type { Table } from "#client/resources.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Card } from "../../parts/card.tsx";
import { COLUMN_TYPES, typeWord } from "../../parts/columnTypes.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { TextField } from "../../parts/form.tsx";
import { say } from "../../parts/toast.tsx";
import { readAgain } from "../../resource.ts";
import {
  type Added,
  columnFrom,
  columnName,
  columnsFrom,
  type Edited,
  editedColumns,
  problemOfAdded,
} from "./editedColumns.ts";

const MAX_DESCRIPTION = 10_000;
const NEW_COLUMN: Added = { name: "", type: 0, description: "" };
const ADDED_COLUMNS_NOTE =
  "An added column is empty in all rows until an import contains it. Columns cannot be removed or retyped, so that every version stays readable.";

/** Form for the descriptions of a table and its columns, and for adding columns. */
export function ColumnsEditor({ table, onEnd }: { table: Table; onEnd: () => void }) {
  const workspace = useWorkspace();
  const { reference } = table;
  const hasColumns = table.kind === "TABLE";
  const [description, setDescription] = useState(table.description ?? "");
  const [edited, setEdited] = useState<readonly Edited[]>(editedColumns(table));
  const [added, setAdded] = useState<readonly Added[]>([]);
  const problem = problemOfAdded(table, added);
  const save = async () => {
    await workspace.updateTable(reference, {
      description: description.trim() || null,
      ...(hasColumns && { columns: [...columnsFrom(table, edited), ...added.map(columnFrom)] }),
    });
    readAgain();
    onEnd();
    say(`${reference} was changed. Its rows are unchanged.`);
  };
  return (
    <Card title={`What is in ${reference}`} id="edit">
      <TextField
        id="table-description"
        label="Description"
        value={description}
        maxLength={MAX_DESCRIPTION}
        onChange={setDescription}
      />
      {hasColumns && (
        <>
          <div class="scroll fields">
            <DataTable columns={["Name", "Type", "What the values mean, and their unit", "No longer used"]}>
              <EditedRows columns={table.columns} edited={edited} onChange={setEdited} />
              <AddedRows added={added} onChange={setAdded} />
            </DataTable>
          </div>
          <p class="small muted">{ADDED_COLUMNS_NOTE}</p>
        </>
      )}
      <Problem text={problem} />
      <div class="row">
        <ActionButton class="primary" busy="Saving…" run={save} disabled={problem !== null}>
          Save
        </ActionButton>
        {hasColumns && (
          <button type="button" onClick={() => setAdded([...added, NEW_COLUMN])}>
            Add a column
          </button>
        )}
        <button type="button" onClick={onEnd}>
          Cancel
        </button>
      </div>
    </Card>
  );
}

function Problem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p class="small danger-text" role="status">
      {text}
    </p>
  );
}

interface EditedRowsProps {
  columns: Table["columns"];
  edited: readonly Edited[];
  onChange: (edited: readonly Edited[]) => void;
}

function EditedRows({ columns, edited, onChange }: EditedRowsProps) {
  return (
    <>
      {columns.map(({ name, type, metadata }, index) => {
        const fields = edited[index] ?? { description: "", isDeprecated: false };
        const change = (changes: Partial<Edited>) =>
          onChange(edited.map((other) => (other === fields ? { ...fields, ...changes } : other)));
        return (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{typeWord(type, metadata.kind) ?? type}</td>
            <td>
              <input
                aria-label={`Description of ${name}`}
                maxLength={MAX_DESCRIPTION}
                value={fields.description}
                onInput={({ currentTarget }) => change({ description: currentTarget.value })}
              />
            </td>
            <td>
              <input
                type="checkbox"
                aria-label={`${name} is no longer used`}
                checked={fields.isDeprecated}
                onChange={({ currentTarget }) => change({ isDeprecated: currentTarget.checked })}
              />
            </td>
          </tr>
        );
      })}
    </>
  );
}

interface AddedRowsProps {
  added: readonly Added[];
  onChange: (added: readonly Added[]) => void;
}

function AddedRows({ added, onChange }: AddedRowsProps) {
  return (
    <>
      {added.map((column, index) => {
        const { name, type, description } = column;
        const change = (changes: Partial<Added>) => onChange(added.with(index, { ...column, ...changes }));
        return (
          <tr key={index}>
            <th scope="row">
              <input
                aria-label={`Name of new column ${index + 1}`}
                maxLength={128}
                value={name}
                onInput={({ currentTarget }) => change({ name: currentTarget.value })}
              />
              {columnName(name) !== name.trim() && (
                <div class="small muted">is called {columnName(name)}</div>
              )}
            </th>
            <td>
              <select
                aria-label={`Type of new column ${index + 1}`}
                value={String(type)}
                onChange={({ currentTarget }) => change({ type: Number(currentTarget.value) })}
              >
                {COLUMN_TYPES.map(({ label }, value) => (
                  <option key={label} value={String(value)}>
                    {label}
                  </option>
                ))}
              </select>
            </td>
            <td>
              <input
                aria-label={`Description of new column ${index + 1}`}
                maxLength={MAX_DESCRIPTION}
                value={description}
                onInput={({ currentTarget }) => change({ description: currentTarget.value })}
              />
            </td>
            <td>
              <button type="button" class="small" onClick={() => onChange(added.toSpliced(index, 1))}>
                Take away
              </button>
            </td>
          </tr>
        );
      })}
    </>
  );
}
