import { fitNotations, nameKey } from "@pdp/basics/columns";
import { kindOf } from "#client/columnRoles.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { COLUMN_TYPES } from "../../parts/columnTypes.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { isOf } from "./exceptionRules.ts";
import { columnOf } from "./fitTable.ts";
import { LimitHint } from "./limits.tsx";

type Preview = components["schemas"]["FilePreview"];
type Table = components["schemas"]["Table"];
type ColumnConfig = TableConfig["columns"][number];

const EXAMPLES_SHOWN = 3;
const LEFT_OUT = "leave out";
/** Words for column types with nested values, which cannot be changed. */
const NESTED: ReadonlyMap<string, string> = new Map([
  ["ARRAY", "list"],
  ["STRUCT", "record with fields"],
]);

interface ColumnsFormProps {
  preview: Preview;
  config: TableConfig;
  /** Table to which the rows are added; undefined if it does not exist yet. */
  table: Table | undefined;
  onConfig: (config: TableConfig) => void;
}

/** Form for the columns of a file: the name and type that each will have in the table, or the choice to omit it. */
export function ColumnsForm({ preview, config, table, onConfig }: ColumnsFormProps) {
  const indexOf = (source: string) =>
    config.columns.findIndex(({ name, source_name }) => isSameName(source_name ?? name, source));
  const proposed = preview.config as TableConfig | null;
  const nestedOf = (source: string) =>
    proposed?.columns.find(
      ({ name, source_name, type }) => isSameName(source_name ?? name, source) && NESTED.has(type),
    );
  const change = (source: string, next: ColumnConfig | null) => {
    const index = indexOf(source);
    const ignored = (config.ignored_columns ?? []).filter((name) => !isSameName(name, source));
    const kept =
      next === null ? config.columns.filter((column) => !isOf(column, source)) : [...config.columns];
    if (next !== null && index < 0) kept.push(next);
    else if (next !== null) kept[index] = next;
    const columns = fitNotations(kept);
    onConfig({ ...config, columns, ignored_columns: next === null ? [...ignored, source] : ignored });
  };
  return (
    <section class="card scroll" aria-labelledby="columns">
      <header>
        <h2 id="columns">Columns</h2>
        <span class="muted">Columns in your file and in the table</span>
      </header>
      <DataTable columns={["In the file", "Column", "Type", "For example"]}>
        {preview.columns.map((found, position) => {
          const source = found.source_name;
          const column = config.columns[indexOf(source)];
          const own = column && columnOf(table, column.name);
          const nested = nestedOf(source);
          return (
            <tr key={source}>
              <th scope="row">{source || `column ${position + 1}`}</th>
              <td>
                {column ? (
                  <input
                    aria-label={`Column for ${source}`}
                    required
                    value={column.name}
                    onInput={({ currentTarget }) =>
                      change(source, { ...column, name: currentTarget.value, source_name: source })
                    }
                  />
                ) : (
                  <em class="muted">skipped</em>
                )}
              </td>
              <td>
                <select
                  aria-label={`Type of ${source}`}
                  value={own ? labelOf(own, kindOf(own) ?? null) : labelOf(column, found.kind)}
                  onChange={({ currentTarget: { value } }) =>
                    change(
                      source,
                      nested && value === NESTED.get(nested.type)
                        ? nested
                        : columnAs(value, column, found.name ?? `column_${position + 1}`, source),
                    )
                  }
                >
                  {own ? (
                    <option>{labelOf(own, kindOf(own) ?? null)}</option>
                  ) : (
                    COLUMN_TYPES.map(({ label }) => <option key={label}>{label}</option>)
                  )}
                  {!own && nested && <option>{NESTED.get(nested.type)}</option>}
                  <option>{LEFT_OUT}</option>
                </select>
                {own && <div class="small muted">as in the table</div>}
                {!own && found.type_reason && (column?.type ?? null) === found.type && (
                  <div class="small muted">{found.type_reason}</div>
                )}
              </td>
              <td>
                <span class="mono">{examplesOf(preview, position)}</span>
                {column?.missing_values && column.missing_values.length > 0 && (
                  <div class="row small">
                    <span>Read as missing, so that their rows have no value:</span>
                    {column.missing_values.map((word) => (
                      <button
                        key={word}
                        type="button"
                        class="small"
                        aria-label={`Do not read ${word} as missing in ${source}`}
                        onClick={() =>
                          change(source, {
                            ...column,
                            missing_values: (column.missing_values ?? []).filter((other) => other !== word),
                          })
                        }
                      >
                        {word} ✕
                      </button>
                    ))}
                  </div>
                )}
                <LimitHint words={column?.missing_values ?? []} />
              </td>
            </tr>
          );
        })}
      </DataTable>
    </section>
  );
}

/** Returns whether a name matches a file column, ignoring case. */
function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

function labelOf(column: Pick<ColumnConfig, "type" | "metadata"> | undefined, found: string | null): string {
  if (!column) return LEFT_OUT;
  const nested = NESTED.get(column.type);
  if (nested !== undefined) return nested;
  const kind = column.metadata?.kind ?? found ?? undefined;
  const sequence = COLUMN_TYPES.find((choice) => choice.type === column.type && choice.kind === kind);
  return (sequence ?? COLUMN_TYPES.find(({ type }) => type === column.type))?.label ?? "text";
}

function columnAs(
  label: string,
  column: ColumnConfig | undefined,
  name: string,
  source: string,
): ColumnConfig | null {
  const choice = COLUMN_TYPES.find((one) => one.label === label);
  if (!choice) return null;
  const {
    item_type: _,
    columns: _fields,
    ...before
  } = column ?? { name, type: choice.type, source_name: source };
  return {
    ...before,
    type: choice.type,
    metadata: { ...before.metadata, kind: choice.kind ?? (choice.type === "STRING" ? "NONE" : null) },
  };
}

function examplesOf({ rows }: Preview, position: number): string {
  const values = rows.flatMap((row) => row[position] ?? []);
  return [...new Set(values)]
    .slice(0, EXAMPLES_SHOWN)
    .map((value) => (value.length > 40 ? `${value.slice(0, 39)}…` : value))
    .join(" · ");
}
