import { useState } from "preact/hooks";
import type { Table } from "#client/resources.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Failure } from "../../parts/failure.tsx";
import { problemOf } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { FoundRows } from "./foundRows.tsx";
import { readWanted, searchQuery } from "./variantSearch.ts";

/** Maximum number of tables to search. */
const MAX_TABLES = 100;

/** Searches all tables of a workspace for rows that contain a sequence or mutations. The search term is in the URL. */
export function SearchPage() {
  const workspace = useWorkspace();
  const searchTerm = address.value.searchParams.get("q") ?? "";
  const [text, setText] = useState(searchTerm);
  const problem = searchTerm === "" ? null : problemOf(() => readWanted(searchTerm));
  const tables = useResource(`tables ${workspace.name}`, () => take(workspace.tables(), MAX_TABLES));
  const search = (event: Event) => {
    event.preventDefault();
    setQuery({ q: text.trim() || null });
  };
  return (
    <Page
      title="Find a variant"
      intro="Search all tables for a variant by its substitutions, its sequence, or part of its sequence."
    >
      <form class="row" onSubmit={search}>
        <label for="wanted" class="hidden-text">
          Mutations or sequence
        </label>
        <input
          id="wanted"
          class="mono search-field"
          spellcheck={false}
          autocomplete="off"
          placeholder="V29A, A34P D118Y, or MKTAYIAKQR…"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : "wanted-problem"}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={text.trim() === ""}>
          <Icon name="search" />
          Find
        </button>
      </form>
      {problem !== null && (
        <p id="wanted-problem" class="danger-text" role="alert">
          {problem}
        </p>
      )}
      {searchTerm !== "" && problem === null && (
        <Reading of={tables} label="Reading the tables">
          {(searchableTables) => <Found key={searchTerm} searchTerm={searchTerm} tables={searchableTables} />}
        </Reading>
      )}
    </Page>
  );
}

function Found({ searchTerm, tables }: { searchTerm: string; tables: readonly Table[] }) {
  const workspace = useWorkspace();
  const wanted = readWanted(searchTerm);
  const searched = tables.flatMap(({ reference, columns }) => {
    const sql = searchQuery(reference, columns, wanted);
    return sql === null ? [] : [{ reference, sql }];
  });
  const read = useResource(`search ${workspace.name} ${searchTerm} ${searched.length}`, (signal) =>
    countRows(searched, async (sql) => {
      const result = await workspace.query<{ n: number | bigint }>(`SELECT count(*) AS n FROM (${sql})`, {
        signal,
      });
      return Number((await result.rows())[0]?.n ?? 0);
    }),
  );
  return (
    <Reading of={read} label={`Searching ${searched.length} tables`}>
      {(counted) => {
        const matching = counted.filter(({ count }) => count > 0);
        return (
          <>
            <p role="status">
              {tables.length === MAX_TABLES &&
                `Only ${MAX_TABLES} tables were searched: for others, use SQL. `}
              {matching.length === 0
                ? `No row of ${searched.length} ${searched.length === 1 ? "table" : "tables"} contains it. Mutations are found only in tables with a mutation column.`
                : `Found in ${matching.length} of ${searched.length} ${searched.length === 1 ? "table" : "tables"}.`}
            </p>
            {counted
              .filter(({ error }) => error !== undefined)
              .map(({ reference, error }) => (
                <div key={reference}>
                  <p>{reference} could not be read:</p>
                  <Failure error={error} retry={false} />
                </div>
              ))}
            {matching.map(({ reference, sql, count }) => (
              <FoundRows
                key={reference}
                reference={reference}
                sql={sql}
                count={count}
                sqlPath={`${pathIn(workspace, "sql")}?${new URLSearchParams({ q: sql })}`}
              />
            ))}
          </>
        );
      }}
    </Reading>
  );
}

interface Searched {
  reference: string;
  sql: string;
}

/** Number of tables that are read concurrently. */
const AT_ONCE = 3;

/** Counts the rows of each query, a few queries at a time. A table that cannot be read has an error and no rows. */
async function countRows(searched: readonly Searched[], count: (sql: string) => Promise<number>) {
  const counted: (Searched & { count: number; error?: unknown })[] = searched.map((table) => ({
    ...table,
    count: 0,
  }));
  const waiting = [...counted];
  const work = async () => {
    for (let table = waiting.shift(); table; table = waiting.shift()) {
      try {
        table.count = await count(table.sql);
      } catch (error) {
        table.error = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counted;
}
