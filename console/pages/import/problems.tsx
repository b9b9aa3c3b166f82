import type { TableConfig } from "#client/importFiles.ts";
import type { components } from "#client/schema.ts";
import { nameKey } from "#shared/domain/columns/nameInFile.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { typeWord } from "../../parts/columnTypes.ts";
import { plural } from "../../parts/format.ts";
import { columnOf, kindOf } from "./fitTable.ts";

/** Id of the heading of the problems, which gets the focus when an import is refused. */
export const PROBLEMS_ID = "problems";

type Table = components["schemas"]["Table"];

interface ProblemsProps {
  sentences: readonly string[];
  config: TableConfig | null;
  /** Table that the rows are added to; undefined if it does not exist yet. */
  table: Table | undefined;
  /** Number of rows without which the others can be imported; 0 if that is not possible. */
  badRows: number;
  onConfig: (config: TableConfig) => void;
  onLeaveOut: () => Promise<void>;
}

/** Lists the problems of a file, each with the quickest way to fix it. Nothing was loaded. */
export function Problems({ sentences, config, table, badRows, onConfig, onLeaveOut }: ProblemsProps) {
  const missing = config?.missing_values ?? [];
  const setMissing = (words: string[]) => config && onConfig({ ...config, missing_values: words });
  return (
    <>
      {sentences.length > 0 && (
        <section class="notice danger" role="alert">
          <h2 id={PROBLEMS_ID} tabIndex={-1}>
            This file needs decisions. Nothing was loaded.
          </h2>
          <p>Correct the file and choose it again, or say here what becomes of these cells.</p>
          <ul class="problems">
            {sentences.map((sentence) => {
              const word = quotedWord(sentence);
              const column = sequenceColumnOf(sentence, config);
              const own = table && columnOf(table, columnNamed(sentence, config)?.name ?? "");
              return (
                <li key={sentence} class="row">
                  <span>{sentence}</span>
                  {config && word !== null && !missing.includes(word) && (
                    <button type="button" class="small" onClick={() => setMissing([...missing, word])}>
                      Read “{word}” as missing
                    </button>
                  )}
                  {own && (
                    <span class="small">
                      {own.name} is {typeWord(own.type, kindOf(own))} in the table {table?.reference}: to read
                      it otherwise, import into a new table.
                    </span>
                  )}
                  {config && column && !own && (
                    <button type="button" class="small" onClick={() => onConfig(asText(config, column))}>
                      Load {column} as any text (no heatmap, no training)
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
          {badRows > 0 && (
            <div>
              <ActionButton busy="Leaving them out…" run={onLeaveOut}>
                Leave {badRows === 1 ? "this row" : `these ${plural(badRows, "row")}`} out of the import
              </ActionButton>
            </div>
          )}
        </section>
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
              onClick={() => setMissing(missing.filter((other) => other !== word))}
            >
              {word} ✕
            </button>
          ))}
        </p>
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
