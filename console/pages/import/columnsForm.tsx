import { kindOf } from "#client/columnRoles.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { FilePreview as Preview, Table } from "#client/resources.ts";
import { Card } from "../../parts/card.tsx";
import { COLUMN_TYPES } from "../../parts/columnTypes.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { columnAs, LEFT_OUT, NESTED, typeLabel, withColumn } from "./columnTypeChoice.ts";
import { isOf } from "./exceptionRules.ts";
import { columnOf } from "./fitTable.ts";
import { LimitHint } from "./limits.tsx";
import { MissingWords } from "./missingWords.tsx";

type ColumnConfig = TableConfig["columns"][number];

const EXAMPLES_SHOWN = 3;

interface ColumnsFormProps {
  preview: Preview;
  config: TableConfig;
  /** Table to which the rows are added; undefined if it does not exist yet. */
  table: Table | undefined;
  onConfig: (config: TableConfig) => void;
}

/** Form for the columns of a file: the name and type that each will have in the table, or the choice to omit it. */
export function ColumnsForm({ preview, config, table, onConfig }: ColumnsFormProps) {
  const proposed = preview.config as TableConfig | null;
  return (
    <Card title="Columns" id="columns" note="Columns in your file and in the table" scroll>
      <DataTable columns={["In the file", "Column", "Type", "For example"]}>
        {preview.columns.map((inFile, index) => {
          const source = inFile.source_name;
          const column = config.columns.find((candidate) => isOf(candidate, source));
          return (
            <ColumnRow
              key={source}
              inFile={inFile}
              position={index + 1}
              column={column}
              nested={proposed?.columns.find(
                (candidate) => isOf(candidate, source) && NESTED.has(candidate.type),
              )}
              inTable={column && columnOf(table, column.name)}
              examples={examplesOf(preview, index)}
              onColumn={(next) => onConfig(withColumn(config, source, next))}
            />
          );
        })}
      </DataTable>
    </Card>
  );
}

interface ColumnRowProps {
  inFile: Preview["columns"][number];
  /** Position in the file, from 1. */
  position: number;
  /** Column that its values are imported into; undefined if it is skipped. */
  column: ColumnConfig | undefined;
  /** Column with nested values that the service proposes; its type cannot be changed. */
  nested: ColumnConfig | undefined;
  /** Existing column of the table, whose type cannot be changed. */
  inTable: Table["columns"][number] | undefined;
  examples: string;
  /** Called with null to leave the column out. */
  onColumn: (column: ColumnConfig | null) => void;
}

/** Row for a column of the file, with fields for its name and its type. */
function ColumnRow(props: ColumnRowProps) {
  const { inFile, position, column, inTable, examples, onColumn } = props;
  const source = inFile.source_name;
  return (
    <tr>
      <th scope="row">{source || `column ${position}`}</th>
      <td>
        {column ? (
          <input
            aria-label={`Column for ${source}`}
            required
            value={column.name}
            onInput={({ currentTarget }) =>
              onColumn({ ...column, name: currentTarget.value, source_name: source })
            }
          />
        ) : (
          <em class="muted">skipped</em>
        )}
      </td>
      <td>
        <TypeSelect {...props} />
        {inTable && <div class="small muted">as in the table</div>}
        {!inTable && inFile.type_reason && (column?.type ?? null) === inFile.type && (
          <div class="small muted">{inFile.type_reason}</div>
        )}
      </td>
      <td>
        <span class="mono">{examples}</span>
        {column?.missing_values && column.missing_values.length > 0 && (
          <div class="row small">
            <span>Read as missing, so that their rows have no value:</span>
            <MissingWords
              words={column.missing_values}
              column={source}
              onWords={(words) => onColumn({ ...column, missing_values: words })}
            />
          </div>
        )}
        <LimitHint words={column?.missing_values ?? []} />
      </td>
    </tr>
  );
}

/** Selector for the type of a column. */
function TypeSelect({ inFile, position, column, nested, inTable, onColumn }: ColumnRowProps) {
  const { source_name: source, name } = inFile;
  const current = inTable ? typeLabel(inTable, kindOf(inTable) ?? null) : typeLabel(column, inFile.kind);
  const nestedLabel = nested && NESTED.get(nested.type);
  const labels = inTable
    ? [current]
    : [...COLUMN_TYPES.map(({ label }) => label), ...(nestedLabel === undefined ? [] : [nestedLabel])];
  const columnFor = (label: string) =>
    nested && label === nestedLabel
      ? nested
      : columnAs(label, column ?? { name: name ?? `column_${position}`, source_name: source });
  return (
    <select
      aria-label={`Type of ${source}`}
      value={current}
      onChange={({ currentTarget }) => onColumn(columnFor(currentTarget.value))}
    >
      {[...labels, LEFT_OUT].map((label) => (
        <option key={label}>{label}</option>
      ))}
    </select>
  );
}

function examplesOf({ rows }: Preview, index: number): string {
  const values = rows.flatMap((row) => row[index] ?? []);
  return [...new Set(values)]
    .slice(0, EXAMPLES_SHOWN)
    .map((value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value))
    .join(" · ");
}
