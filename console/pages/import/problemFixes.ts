import { CellNotation, isDated, isNumber, nameKey, SCALAR_TYPES } from "@pdp/basics/columns";
import type { ProblemGroup } from "@pdp/basics/wording";
import { numberReadings, sureReading } from "@pdp/formats/options";
import type { TableConfig } from "#client/importFiles.ts";
import type { Table } from "#client/resources.ts";
import { notedColumns } from "#shared/proposals/notedColumns.ts";
import { applyProposal } from "./exceptionRules.ts";
import { columnOf } from "./fitTable.ts";

type Column = TableConfig["columns"][number];

/** Configuration change that fixes a problem. */
export interface ProblemFix {
  title: string;
  config: TableConfig;
  /** True if every value in the file is kept. */
  keepsValues: boolean;
}

/** Decimals, which an integer column rejects. */
const DECIMALS = /^[+-]?\d*\.?\d+(?:[eE][+-]?\d+)?$/;
/** Column types that can keep non-matching strings in an additional column. */
const KEEP_TEXTS: readonly string[] = SCALAR_TYPES.filter((type) => isNumber(type) || isDated(type));
/** Notations for values with decimals. */
const DECIMAL_NOTATIONS: readonly CellNotation[] = [
  "LIMIT",
  "NO_BINDING",
  "PLUS_MINUS",
  "PERCENT",
  "PERCENT_FRACTION",
  "DECIMAL_COMMA",
  "DECIMAL_POINT",
];
/** Formats with typed cells, which notations do not affect. */
const TYPED_FORMATS: readonly string[] = ["NDJSON", "PARQUET"];
const PROPOSED_NUMBER = /"first_position": (-?\d+)/;
/** Load options suggested by a reason, with their effects. */
const OPTIONS: readonly [pattern: RegExp, title: string, changes: Partial<TableConfig>][] = [
  [/"decimal": ","/, "Read commas as decimal signs", { decimal: "," }],
  [/"short_rows": "FILL"/, "Read missing cells at the end of rows as empty", { short_rows: "FILL" }],
  [/"merged_cells"/, "Copy the value to all merged cells", { merged_cells: "FILL" }],
  [/"times": "ROUND"/, "Round times to microseconds", { times: "ROUND" }],
  [
    /"sequences": "NORMALIZE"/,
    "Read sequences in capitals, without spaces and trailing stops",
    { sequences: "NORMALIZE" },
  ],
];

/** Returns the fixes for a problem, with those that keep all values first. `table` is the target of the rows. */
export function problemFixes(
  group: ProblemGroup,
  config: TableConfig,
  table: Table | undefined,
): ProblemFix[] {
  const { reason, value } = group.first;
  const column = columnNamed(group, config);
  const tableColumn = table && columnOf(table, column?.name ?? "");
  const keeping = (title: string, next: TableConfig): ProblemFix => ({
    title,
    config: next,
    keepsValues: true,
  });
  const fixes = OPTIONS.filter(([pattern, , changes]) => pattern.test(reason) && !isSet(config, changes)).map(
    ([, title, changes]) => keeping(title, { ...config, ...changes }),
  );
  const first = PROPOSED_NUMBER.exec(reason)?.[1];
  const { sequence_from: rule } = config;
  if (first !== undefined && rule) {
    const numbering = { first_position: Number(first) };
    fixes.push(
      keeping(`Number the first residue ${first}`, { ...config, sequence_from: { ...rule, numbering } }),
    );
  }
  if (value === undefined || column === undefined) return fixes;
  if (column.type === "INT64" && DECIMALS.test(value))
    fixes.push(decimalFix(config, column, tableColumn !== undefined));
  else if (KEEP_TEXTS.includes(column.type) && !TYPED_FORMATS.includes(config.format ?? "CSV"))
    fixes.push(...readingFixes(group, config, column, tableColumn !== undefined));
  if (isSequence(column, reason) && !tableColumn) {
    const metadata = { ...column.metadata, kind: "NONE" as const };
    const columns = config.columns.map(
      (fileColumn): Column => (fileColumn === column ? { ...fileColumn, metadata } : fileColumn),
    );
    fixes.push(
      keeping(`Load ${column.name} as any text (no heatmap, no training run)`, { ...config, columns }),
    );
  }
  return [...fixes, ...missingFix(group, config, column)];
}

/** Returns the configured column that contains the values of a problem's column. */
export function columnNamed({ first }: ProblemGroup, config: TableConfig | null): Column | undefined {
  const named = nameKey((first.column ?? "").replace(/\[\d+\].*$/, ""));
  return config?.columns.find(
    ({ name, source_name, part }) => nameKey(source_name ?? name) === named && (part ?? "VALUE") === "VALUE",
  );
}

function isSet(config: TableConfig, changes: Partial<TableConfig>): boolean {
  return Object.entries(changes).every(([name, value]) => config[name as keyof TableConfig] === value);
}

function isSequence({ type, metadata }: Column, reason: string): boolean {
  return reason.includes(" sequence ") && type === "STRING" && metadata?.kind !== "NONE";
}

/** Loads decimals, using a separate column if the table has integers. */
function decimalFix(config: TableConfig, column: Column, isInTable: boolean): ProblemFix {
  const columns = config.columns.map(
    (fileColumn): Column => (fileColumn === column ? { ...fileColumn, type: "FLOAT64" } : fileColumn),
  );
  const title = isInTable
    ? `Load ${column.name} into a new column for decimals, combined in a view`
    : `Read ${column.name} as decimal numbers`;
  const next = { ...config, columns, ...(isInTable && { decimals: "NEW_COLUMN" as const }) };
  return { title, config: next, keepsValues: true };
}

/** Reads cells in their notations, or keeps their strings in a column next to the numbers. */
function readingFixes(
  { first, values }: ProblemGroup,
  config: TableConfig,
  column: Column,
  isInTable: boolean,
): ProblemFix[] {
  const cells = [first.value ?? "", ...values];
  const isNumeric = isNumber(column.type);
  const style = {
    decimal: config.decimal === "," ? ("," as const) : ("." as const),
    notations: column.notations ?? [],
  };
  const fix = (
    added: readonly CellNotation[],
    title: (beside: string) => string,
    keepsValues = true,
  ): ProblemFix => {
    // Even for counts, the limits and errors may have decimals.
    const isCount =
      column.type === "INT64" && !isInTable && added.some((notation) => DECIMAL_NOTATIONS.includes(notation));
    const columns = readAs(config, isCount ? { ...column, type: "FLOAT64" } : column, added);
    const known = new Set(config.columns.map(({ name }) => name));
    const beside = columns.map(({ name }) => name).filter((name) => !known.has(name));
    const source = column.source_name ?? column.name;
    const next = applyProposal(config, source, { title: "", columns, applied: false } as never);
    return { title: title(beside.join(" and ")), config: next, keepsValues };
  };
  const into = (beside: string) => [column.name, beside].filter(Boolean).join(" and ");
  const readings = isNumeric ? numberReadings(cells, style) : [];
  const sure = sureReading(readings, style);
  const shown = `“${first.value}”`;
  if (sure !== undefined) return [fix(sure.notations, (beside) => `Read ${shown} into ${into(beside)}`)];
  if (readings.length > 0)
    return readings.map(({ notations, example }) => {
      const asNumber = `Read “${example.cell}” as ${example.number}`;
      return fix(notations, (beside) => `${asNumber} into ${into(beside)}`, false);
    });
  const numbers = isNumeric ? cells.filter((cell) => numberReadings([cell], style).length > 0) : [];
  const known = numbers.length > 0 ? sureReading(numberReadings(numbers, style), style) : undefined;
  return [
    fix(
      [...(known?.notations ?? []), "OTHER_TEXT"],
      (beside) => `Keep ${cells.length > 1 ? "these values" : shown} in ${beside}`,
    ),
  ];
}

/** Returns a column with additional notations, and columns for the other parts of its cells. */
function readAs(config: TableConfig, column: Column, added: readonly CellNotation[]): Column[] {
  const source = column.source_name ?? column.name;
  const { notations, ...plain } = column;
  const isTaken = (name: string) =>
    config.columns.some(
      (fileColumn) =>
        fileColumn.name === name && nameKey(fileColumn.source_name ?? fileColumn.name) !== nameKey(source),
    );
  const nameOf = (ending: string) => {
    const free = `${column.name}_${ending}`;
    return isTaken(free) ? `${free}_2` : free;
  };
  const all = new Set([...(notations ?? []), ...added]);
  return notedColumns(
    plain as never,
    source,
    CellNotation.options.filter((notation) => all.has(notation)),
    nameOf,
  ) as Column[];
}

/** Proposes to read a word as a missing value, unless it is a sequence, which would be lost. */
function missingFix(group: ProblemGroup, config: TableConfig, column: Column): ProblemFix[] {
  const { value = "", reason } = group.first;
  const missing = config.missing_values ?? [];
  const isWord = !isSequence(column, reason) || reason.includes('"missing_values"');
  const isDecimal = column.type === "INT64" && DECIMALS.test(value);
  if (!isWord || isDecimal || isMutation(config, column) || value.length > 100 || missing.includes(value))
    return [];
  return [
    {
      title: `Read “${value}” as missing`,
      config: { ...config, missing_values: [...missing, value] },
      keepsValues: false,
    },
  ];
}

/** Returns whether sequences are computed from a column. */
function isMutation({ sequence_from: rule }: TableConfig, { name }: Column): boolean {
  if (!rule) return false;
  const { mutations } = rule;
  return typeof mutations === "string" ? mutations === name : Object.values(mutations).includes(name);
}
