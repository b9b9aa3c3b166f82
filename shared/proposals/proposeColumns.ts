import {
  type Column,
  type ColumnType,
  isWrittenAsText,
  nameKey,
  namesByPlace,
  SCALAR_TYPES,
  sequenceKindOf,
} from "@pdp/basics/columns";
import { type CellRules, cellRules, readCell } from "@pdp/formats/cells";
import type { DecimalSign } from "@pdp/formats/options";
import { isDissociationConstant } from "#shared/domain/columns/affinityColumns.ts";
import type { PreviewColumn } from "#shared/domain/loads/filePreview.ts";
import type { TableConfig } from "#shared/domain/loads/load.ts";
import { unitOf } from "#shared/proposals/headerUnit.ts";
import { proposeNames } from "#shared/proposals/proposeNames.ts";
import { hasDecimals } from "./hasDecimals.ts";
import { areInsertionCodes } from "./insertionCodes.ts";
import { MAX_COLUMNS, MAX_NAME_LENGTH, reasonToLeaveOut, TOO_MANY_COLUMNS } from "./leftOutColumns.ts";
import { areNumberLists, itemTypeOf, listTexts, nameOfItems } from "./listItems.ts";
import { majorityProposals } from "./majorityProposals.ts";
import { proposeKind, reasonForNoCheck, reasonForNoSequences } from "./proposeKind.ts";
import { type Majority, proposeMajority } from "./proposeMajority.ts";
import { type Fits, isMissingWord, proposeType } from "./proposeType.ts";
import { rowsOfNames } from "./rowsOfNames.ts";
import type { Sample, SampleType } from "./sample.ts";
import { needsNormalizing } from "./unlikeLetters.ts";
import { wholeNumberType } from "./wholeNumberType.ts";

/** Maximum length of words for missing values, relative to the sequences around them. */
const MAX_WORD_SHARE = 0.5;
const NO_EXCEPTIONS = { missing_values: [], exceptions: [], proposals: [] };

type ColumnInput = TableConfig["columns"][number];
type Cells = readonly (string | null)[];

export interface Proposal {
  columns: PreviewColumn[];
  /** Null if no column can be loaded. */
  config: TableConfig | null;
}

/** Proposes the table columns for a file, and the configuration for loading it. */
export function proposeColumns(sample: Sample, isReserved: (word: string) => boolean): Proposal {
  const { header, format, options, types } = sample;
  const titles = sample.names ?? header;
  const names = proposeNames(titles, isReserved);
  // JSON keys and Parquet columns have no fixed position.
  const sources = format === "NDJSON" || format === "PARQUET" ? header : namesByPlace(header);
  const rules = cellRules(plainColumn("x", "STRING"), options);
  const { units } = sample;
  const sampled: SampledFile = {
    format,
    rules,
    decimal: options.decimal ?? ".",
    hasDecimals: hasDecimals(sample.cells, options.decimal ?? "."),
    lineOf: (row) => sample.lines?.[row] ?? null,
    usedNames: new Set(names),
    namesAmongRows: sample.isConverted ? undefined : rowsOfNames(sample.cells),
  };
  const shown: PreviewColumn[] = [];
  const inputs: ColumnInput[] = [];
  const ignored: string[] = [];
  const normalized: ColumnInput[] = [];
  header.forEach((text, index) => {
    const cells = sample.cells[index] ?? [];
    const stated = types?.[index];
    const omit = (reason: string): void => {
      ignored.push(text);
      shown.push(leftOut(sources[index] as string, reason));
    };
    const isFull = inputs.length >= MAX_COLUMNS;
    const reason =
      sample.names?.[index] === text && cells.every((cell) => cell === null)
        ? "skipped because it has neither a name nor values"
        : reasonToLeaveOut(text, index, cells, stated, isFull);
    if (reason !== undefined) {
      omit(reason);
      return;
    }
    const source = {
      header: titles[index] ?? text,
      name: names[index] as string,
      cells,
      unit: units?.[index] ?? null,
    };
    const proposed = proposeColumn(source, sources[index] as string, stated, sampled);
    // A column may be split into several: its values, errors and limits.
    if (inputs.length + proposed.inputs.length > MAX_COLUMNS) {
      omit(TOO_MANY_COLUMNS);
      return;
    }
    shown.push(proposed.column);
    inputs.push(...proposed.inputs);
    normalized.push(...proposed.inputs.filter((input) => needsNormalizing(input, cells)));
  });
  if (inputs.length === 0) return { columns: shown, config: null };
  const left = ignored.some((text) => text.length > MAX_NAME_LENGTH) ? ["*"] : [...new Set(ignored)];
  const leaving = ignored.length > MAX_COLUMNS ? ["*"] : left;
  const config = {
    columns: inputs,
    format,
    ...options,
    ...(normalized.length > 0 && { sequences: "NORMALIZE" }),
    ...(leaving.length > 0 && { ignored_columns: leaving }),
  };
  return { columns: shown, config: config as TableConfig };
}

interface SourceColumn {
  header: string;
  /** Proposed SQL name. */
  name: string;
  cells: Cells;
  /** Unit in the row below the header. */
  unit: string | null;
}

/** Proposes a table column for the file column named `source`. */
function proposeColumn(
  { header, name, cells, unit: unitBelow }: SourceColumn,
  source: string,
  stated: SampleType | undefined,
  file: SampledFile,
): { column: PreviewColumn; inputs: ColumnInput[] } {
  const { rules, format } = file;
  const statedType = stated?.type ?? undefined;
  const isText = statedType?.type === "STRING" && format !== "NDJSON";
  const said = wordsOf(name, header);
  const majority = stated === undefined ? majorityOf(said, cells, file) : undefined;
  const {
    type: read,
    missing,
    reason,
  } = majority
    ? { ...majority, reason: undefined }
    : statedType === undefined || (statedType.type === "STRING" && !isText)
      ? textType(cells, rules, statedType !== undefined)
      : { type: statedType.type, missing: [...(stated?.missing ?? [])], reason: stated?.reason };
  const unit = stated?.unit ?? unitOf(header) ?? unitBelow ?? (majority?.arePercents ? "%" : null);
  // Parquet files declare their types themselves.
  const isFixed = format === "PARQUET" || (stated?.isFixed ?? false);
  const type = read === "INT64" && !isFixed ? wholeNumberType(said, unit, cells) : read;
  const isList = type === "ARRAY" && statedType?.item_type?.type === "STRING";
  const texts =
    type === "STRING" ? sequenceTexts(cells) : { values: isList ? listTexts(cells) : [], words: [] };
  const called = isList ? nameOfItems(name) : name;
  const proposed = type === "STRING" || isList ? proposeKind(called, texts.values) : undefined;
  const kind = stated?.kind === undefined ? proposed : (stated.kind ?? undefined);
  const words = [...new Set([...(kind !== undefined && kind !== "NONE" ? texts.words : []), ...missing])];
  const column: PreviewColumn = {
    source_name: source,
    name,
    type,
    nullable: cells.some((cell) => cell === null) || words.length > 0,
    unit,
    kind: kind ?? null,
    type_reason:
      stated?.kind !== undefined || (isList && kind === undefined)
        ? (reason ?? null)
        : typeReason(called, kind, texts.values, reason),
    missing_values: words,
    exceptions: [],
    proposals: [],
  };
  const input = {
    name,
    type,
    nullable: true,
    ...(statedType?.item_type && {
      item_type: isFixed ? statedType.item_type : itemTypeOf(statedType.item_type, said, unit, cells),
    }),
    ...(statedType?.columns && { columns: statedType.columns }),
    ...metadataOf(name, describe(header, unit, unitBelow), kind, isList),
    ...(nameKey(source) !== nameKey(name) && { source_name: source }),
    ...(words.length > 0 && { missing_values: words }),
  };
  if (majority === undefined) return { column, inputs: [input as ColumnInput] };
  const {
    inputs,
    exceptions,
    proposals,
    reason: why,
  } = majorityProposals(
    majority,
    input as ColumnInput,
    source,
    (ending) => freeName(`${name}_${ending}`, file.usedNames),
    file,
  );
  for (const { name } of inputs) file.usedNames.add(name);
  const shown = { type: inputs[0]?.type ?? type, type_reason: why, exceptions, proposals };
  return { column: { ...column, ...shown }, inputs };
}

/**
 * Returns a name without the suffix that SQL names of reserved words get: a column `end` is called `end_value`, but contains
 * positions.
 */
function wordsOf(name: string, header: string): string {
  return /value/i.test(header) ? name : name.replace(/_value(?:_\d+)?$/, "");
}

/** Properties of the file that contains a column. */
interface SampledFile {
  format: Sample["format"];
  rules: CellRules;
  decimal: DecimalSign;
  /** True if numbers in any column use this decimal separator. */
  hasDecimals: boolean;
  lineOf: (row: number) => number | null;
  /** Names of the other columns. */
  usedNames: Set<string>;
  /** Rows that seem to contain names of columns; undefined for wells, whose words are those of a reader. */
  namesAmongRows: ReadonlySet<number> | undefined;
}

function majorityOf(
  name: string,
  cells: Cells,
  { decimal, hasDecimals, rules }: SampledFile,
): Majority | undefined {
  const isCount = wholeNumberType(name, null, []) === "INT64";
  const isAffinity = isDissociationConstant(name);
  const majority = proposeMajority(cells, fitsBy(rules, false), decimal, {
    hasDecimals,
    isCount,
    isAffinity,
  });
  const unread = majority?.odd.filter(({ notation }) => notation === undefined).map(({ text }) => text) ?? [];
  return areInsertionCodes(name, unread) || areNumberLists(unread) ? undefined : majority;
}

function freeName(name: string, usedNames: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; usedNames.has(free); count++) free = `${name}_${count}`;
  return free;
}

function typeReason(
  name: string,
  kind: PreviewColumn["kind"] | undefined,
  texts: readonly string[],
  reason: string | undefined,
): string | null {
  if (kind === "NONE") return reasonForNoCheck(name, texts);
  return kind === undefined ? (reasonForNoSequences(texts) ?? reason ?? null) : null;
}

/** Describes a column by the unit in its header or in the row below. */
function describe(header: string, unit: string | null, unitBelow: string | null): string | null {
  if (unit === null) return null;
  return unit === unitBelow ? `${header.trim()} (${unit})` : header.trim();
}

function leftOut(source: string, reason: string): PreviewColumn {
  const none = { name: null, type: null, unit: null, kind: null, type_reason: reason };
  return { source_name: source.slice(0, MAX_NAME_LENGTH), ...none, nullable: true, ...NO_EXCEPTIONS };
}

/** Proposes the type for strings. In JSON, strings are never numbers or booleans. */
function textType(cells: Cells, rules: CellRules, isJson: boolean) {
  const proposed = proposeType(cells, fitsBy(rules, isJson));
  if (isJson && proposed.missing.length > 0)
    return { type: "STRING" as const, missing: [], reason: undefined };
  return { reason: undefined, ...proposed };
}

function fitsBy(rules: CellRules, isJson: boolean): Fits {
  const columns = Object.fromEntries(SCALAR_TYPES.map((type) => [type, plainColumn("x", type)])) as Record<
    ColumnType,
    Column
  >;
  return (type, text) => {
    if (isJson && !isWrittenAsText(type)) return false;
    return typeof readCell(columns[type], text, false, rules) === "string";
  };
}

/** Separates the strings in a column from words that denote a missing sequence. */
function sequenceTexts(cells: Cells): { values: string[]; words: string[] } {
  const texts = cells.filter((cell): cell is string => cell !== null);
  const lengths = texts.filter((text) => !isMissingWord(text)).map(({ length }) => length);
  const usual = lengths.toSorted((a, b) => a - b)[lengths.length >> 1] ?? 0;
  const isWord = (text: string) => isMissingWord(text) && text.trim().length <= MAX_WORD_SHARE * usual;
  const words = new Set(texts.filter(isWord).map((text) => text.trim()));
  return { values: texts.filter((text) => !isWord(text)), words: [...words].slice(0, 50) };
}

function metadataOf(
  name: string,
  description: string | null,
  kind: PreviewColumn["kind"] | undefined,
  isList: boolean,
) {
  const item = { type: "STRING", nullable: true } as const;
  const list = { ...plainColumn(name, "ARRAY"), item_type: item };
  const usual = sequenceKindOf(isList ? list : plainColumn(name, "STRING"));
  const isStated = kind !== undefined && kind !== null && kind !== usual;
  if (description === null && !isStated) return {};
  return { metadata: { ...(description !== null && { description }), ...(isStated && { kind }) } };
}

function plainColumn(name: string, type: ColumnType): Column {
  return { name, type, nullable: true, metadata: { description: null, deprecated: false } };
}
