import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { nameKey } from "#shared/domain/columns/nameInFile.ts";
import { typeWord } from "../../parts/columnTypes.ts";
import { plural } from "../../parts/format.ts";
import { spoken } from "../../parts/spoken.ts";
import { columnOf, kindOf } from "./fitTable.ts";
import { LimitHint } from "./limits.tsx";

/** Id of the heading of the problems, which gets the focus when an import is refused. */
export const PROBLEMS_ID = "problems";

type Table = components["schemas"]["Table"];

interface ProblemsProps {
  sentences: readonly string[];
  config: TableConfig | null;
  /** Table that the rows are added to; undefined if it does not exist yet. */
  table: Table | undefined;
  /** Number of rows without which the others can be imported, 0 if that is not possible; null if it is not known. */
  badRows: number | null;
  /** Whether these rows will be left out. */
  leftOut: boolean;
  onConfig: (config: TableConfig) => void;
}

/** Lists the problems of a file, each with the quickest way to fix it, and what was decided so far. */
export function Problems({ sentences, config, table, badRows, leftOut, onConfig }: ProblemsProps) {
  const set = (changes: Partial<TableConfig>) => config && onConfig({ ...config, ...changes });
  const missing = config?.missing_values ?? [];
  const canLeaveOut = config !== null && config.bad_rows !== "SKIP" && badRows !== 0;
  return (
    <>
      {sentences.length > 0 && (
        <section class={leftOut ? "notice warn" : "notice danger"} role={leftOut ? "status" : "alert"}>
          <h2 id={PROBLEMS_ID} tabIndex={-1}>
            {leftOut
              ? leftOutWords(badRows)
              : config === null
                ? "This file cannot be read. Nothing was loaded."
                : "This file needs decisions. Nothing was loaded."}
          </h2>
          <p>
            {leftOut
              ? "The import keeps the whole file, and says row by row why."
              : config === null
                ? "Save its data as CSV, TSV, XLSX, Parquet, NDJSON or FASTA, and choose that."
                : "Correct the file and choose it again, or say here what becomes of these cells."}
          </p>
          <ul class="problems">
            {sentences.map((sentence) => (
              <li key={sentence} class="row">
                <span>{spoken(sentence)}</span>
                {config && <Fixes sentence={sentence} config={config} table={table} onConfig={onConfig} />}
              </li>
            ))}
          </ul>
          {!leftOut && <LimitHint words={sentences.map((sentence) => quotedWord(sentence) ?? "")} />}
          {canLeaveOut && (
            <div>
              <button type="button" onClick={() => set({ bad_rows: "SKIP" })}>
                Leave{" "}
                {badRows === null
                  ? "the rows that cannot be read"
                  : badRows === 1
                    ? "this row"
                    : `these ${plural(badRows, "row")}`}{" "}
                out of the import
              </button>
            </div>
          )}
          {leftOut && (
            <div>
              <button type="button" class="small" onClick={() => set({ bad_rows: null })}>
                {badRows === 1 ? "Take it back" : "Take them back"}
              </button>
            </div>
          )}
        </section>
      )}
      {config?.sequences === "NORMALIZE" && (
        <p class="row">
          <span>Sequences are read in capitals, without space around them and stops at their end.</span>
          <button
            type="button"
            class="small"
            aria-label="Read sequences as they are"
            onClick={() => set({ sequences: null })}
          >
            ✕
          </button>
        </p>
      )}
      {missing.length > 0 && (
        <p class="row">
          <span>Read as missing:</span>
          {missing.map((word) => (
            <button
              key={word}
              type="button"
              class="small"
              aria-label={`Do not read ${word} as missing`}
              onClick={() => set({ missing_values: missing.filter((other) => other !== word) })}
            >
              {word} ✕
            </button>
          ))}
        </p>
      )}
    </>
  );
}

function leftOutWords(rows: number | null): string {
  if (rows === null) return "Rows that cannot be read will not be imported";
  return `${plural(rows, "row")} will not be imported`;
}

/** Number that a column of whole numbers refuses. */
const DECIMALS = /^[+-]?\d*\.?\d+(?:[eE][+-]?\d+)?$/;

interface FixesProps {
  sentence: string;
  config: TableConfig;
  table: Table | undefined;
  onConfig: (config: TableConfig) => void;
}

/** Buttons that fix one problem. */
function Fixes({ sentence, config, table, onConfig }: FixesProps) {
  const missing = config.missing_values ?? [];
  const word = quotedWord(sentence);
  const column = sequenceColumnOf(sentence, config);
  const own = table && columnOf(table, columnNamed(sentence, config)?.name ?? "");
  return (
    <>
      {word !== null &&
        !(own?.type === "INT64" && DECIMALS.test(word)) &&
        !missing.includes(word) &&
        (!column || sentence.includes('"missing_values"')) && (
          <button
            type="button"
            class="small"
            onClick={() => onConfig({ ...config, missing_values: [...missing, word] })}
          >
            Read “{word}” as missing
          </button>
        )}
      {sentence.includes('"sequences": "NORMALIZE"') && config.sequences !== "NORMALIZE" && (
        <button type="button" class="small" onClick={() => onConfig({ ...config, sequences: "NORMALIZE" })}>
          Read sequences in capitals, without space and final stops
        </button>
      )}
      {own?.type === "INT64" && word !== null && DECIMALS.test(word) && (
        <button
          type="button"
          class="small"
          onClick={() => onConfig(withDecimals(config, columnNamed(sentence, config)))}
        >
          Load {own.name} into a new column for decimals, joined in a view
        </button>
      )}
      {own && (
        <span class="small">
          {own.name} is {typeWord(own.type, kindOf(own))} in the table {table?.reference}: to read it
          otherwise, import into a new table.
        </span>
      )}
      {column && !own && (
        <button type="button" class="small" onClick={() => onConfig(asText(config, column))}>
          Load {column} as any text (no heatmap, no training)
        </button>
      )}
    </>
  );
}

type Column = TableConfig["columns"][number];

/** Returns the column that a sentence names. */
function columnNamed(sentence: string, config: TableConfig | null): Column | undefined {
  const named = /, column "([^"]+)"/.exec(sentence)?.[1];
  return config?.columns.find(
    ({ name, source_name }) => nameKey(source_name ?? name) === nameKey(named ?? ""),
  );
}

/** Returns the name of the column that a sentence names, if its cells have to be sequences. */
function sequenceColumnOf(sentence: string, config: TableConfig | null): string | null {
  if (!sentence.includes(" sequence ")) return null;
  const column = columnNamed(sentence, config);
  return column?.type === "STRING" && column.metadata?.kind !== "NONE" ? column.name : null;
}

/** Puts the decimals of a column into one of their own. */
function withDecimals(config: TableConfig, column: Column | undefined): TableConfig {
  const columns = config.columns.map((one): Column => (one === column ? { ...one, type: "FLOAT64" } : one));
  return { ...config, columns, decimals: "NEW_COLUMN" };
}

/** Lets a column hold any text. Nothing can be trained on it then. */
function asText(config: TableConfig, name: string): TableConfig {
  const change = (column: Column): Column =>
    column.name === name ? { ...column, metadata: { ...column.metadata, kind: "NONE" } } : column;
  return { ...config, columns: config.columns.map(change) };
}

/** Returns the value that a sentence quotes as the cause: `plate3.csv, line 7, column "activity": "n.d." is not …`. */
function quotedWord(sentence: string): string | null {
  return /: "([^"]{1,100})" (?:is|has|stands)/.exec(sentence)?.[1] ?? null;
}
