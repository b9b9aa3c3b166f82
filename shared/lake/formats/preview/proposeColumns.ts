import type { Column, ColumnType } from "#shared/domain/column.ts";
import { unitOf } from "#shared/domain/columns/headerUnit.ts";
import { nameKey } from "#shared/domain/columns/nameInFile.ts";
import { proposeNames } from "#shared/domain/columns/proposeNames.ts";
import { sequenceKindOf } from "#shared/domain/columns/sequenceKind.ts";
import type { PreviewColumn } from "#shared/domain/loads/filePreview.ts";
import type { TableConfig } from "#shared/domain/loads/load.ts";
import { type CellRules, cellRules } from "#shared/lake/formats/cellRules.ts";
import { readCell } from "#shared/lake/formats/readCell.ts";
import { proposeKind, reasonForNoSequences } from "./proposeKind.ts";
import { isMissingWord, proposeType } from "./proposeType.ts";
import type { Sample } from "./sample.ts";

const MAX_COLUMNS = 2_000;
const MAX_NAME_LENGTH = 1_000;
/** Words for missing values beside sequences are at most half as long. */
const MAX_WORD_SHARE = 0.5;
const SCALARS: readonly ColumnType[] = ["BOOL", "INT64", "FLOAT64", "STRING", "DATE", "TIMESTAMP"];

type ColumnInput = TableConfig["columns"][number];

export interface Proposal {
  columns: PreviewColumn[];
  /** Null if no column can be loaded. */
  config: TableConfig | null;
}

/** Proposes the columns of a table for a file, and the configuration with which it is loaded. */
export function proposeColumns(sample: Sample, isReserved: (word: string) => boolean): Proposal {
  const { header, format, options, types } = sample;
  const names = proposeNames(header, isReserved);
  const shown: PreviewColumn[] = [];
  const inputs: ColumnInput[] = [];
  const ignored: string[] = [];
  const rules = cellRules(plainColumn("x", "STRING"), options);
  header.forEach((text, index) => {
    const stated = types?.[index];
    const isLeftOut = text.trim() === "" || text.length > MAX_NAME_LENGTH || stated === null;
    if (isLeftOut || inputs.length >= MAX_COLUMNS) {
      ignored.push(text);
      shown.push(leftOut(text));
      return;
    }
    const cells = sample.cells[index] ?? [];
    const name = names[index] as string;
    const isText = stated?.type === "STRING" && format !== "NDJSON";
    const { type, missing, reason } =
      stated === undefined || (stated.type === "STRING" && !isText)
        ? textType(cells, rules, stated !== undefined)
        : { type: stated.type, missing: [], reason: undefined };
    const texts = type === "STRING" ? sequenceTexts(cells) : { values: [], words: [] };
    const kind = type === "STRING" ? proposeKind(name, texts.values) : undefined;
    const words = kind !== undefined && kind !== "NONE" ? texts.words : missing;
    const unit = unitOf(text);
    shown.push({
      source_name: text,
      name,
      type,
      nullable: cells.some((cell) => cell === null) || words.length > 0,
      unit,
      kind: kind ?? null,
      type_reason:
        kind === undefined || kind === "NONE" ? (reasonForNoSequences(texts.values) ?? reason ?? null) : null,
      missing_values: words,
    });
    inputs.push({
      name,
      type,
      nullable: true,
      ...(stated?.item_type && { item_type: stated.item_type }),
      ...metadataOf(name, unit === null ? null : text.trim(), kind),
      ...(nameKey(text) !== nameKey(name) && { source_name: text }),
      ...(words.length > 0 && { missing_values: words }),
    } as ColumnInput);
  });
  if (inputs.length === 0) return { columns: shown, config: null };
  const left = ignored.some((text) => text.length > MAX_NAME_LENGTH) ? ["*"] : [...new Set(ignored)];
  const leaving = ignored.length > MAX_COLUMNS ? ["*"] : left;
  const config = {
    columns: inputs,
    format,
    ...options,
    ...(leaving.length > 0 && { ignored_columns: leaving }),
  };
  return { columns: shown, config: config as TableConfig };
}

function leftOut(text: string): PreviewColumn {
  const none = { name: null, type: null, unit: null, kind: null, type_reason: null };
  return { source_name: text.slice(0, MAX_NAME_LENGTH), ...none, nullable: true, missing_values: [] };
}

/** Proposes the type of texts. In JSON they are never numbers or truth values. */
function textType(cells: readonly (string | null)[], rules: CellRules, isJson: boolean) {
  const columns = Object.fromEntries(SCALARS.map((type) => [type, plainColumn("x", type)])) as Record<
    ColumnType,
    Column
  >;
  const proposed = proposeType(cells, (type, text) => {
    if (isJson && !["STRING", "DATE", "TIMESTAMP"].includes(type)) return false;
    return typeof readCell(columns[type], text, false, rules) === "string";
  });
  if (isJson && proposed.missing.length > 0)
    return { type: "STRING" as const, missing: [], reason: undefined };
  return { reason: undefined, ...proposed };
}

/** Separates the texts of a column from words that mean that a sequence is missing. */
function sequenceTexts(cells: readonly (string | null)[]): { values: string[]; words: string[] } {
  const texts = cells.filter((cell): cell is string => cell !== null);
  const lengths = texts.filter((text) => !isMissingWord(text)).map(({ length }) => length);
  const usual = lengths.toSorted((one, other) => one - other)[lengths.length >> 1] ?? 0;
  const isWord = (text: string) => isMissingWord(text) && text.trim().length <= MAX_WORD_SHARE * usual;
  const words = new Set(texts.filter(isWord).map((text) => text.trim()));
  return { values: texts.filter((text) => !isWord(text)), words: [...words].slice(0, 50) };
}

function metadataOf(name: string, description: string | null, kind: PreviewColumn["kind"] | undefined) {
  const usual = sequenceKindOf(plainColumn(name, "STRING"));
  const isStated = kind !== undefined && kind !== null && kind !== usual;
  if (description === null && !isStated) return {};
  return { metadata: { ...(description !== null && { description }), ...(isStated && { kind }) } };
}

function plainColumn(name: string, type: ColumnType): Column {
  return { name, type, nullable: true, metadata: { description: null, deprecated: false } };
}
