import { useState } from "preact/hooks";
import type { Table, Version } from "#client/resources.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { CHANGES } from "../../parts/asOf.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Select, TextField } from "../../parts/form.tsx";
import { formatNumber, formatTime, plural } from "../../parts/format.ts";
import { Reading } from "../../parts/reading.tsx";
import { saveStream } from "../../parts/saveFile.ts";
import { say } from "../../parts/toast.tsx";
import { useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { type ChangedRow, type Changes, cellText, readChanges } from "./readChanges.ts";

const MAX_ROWS = 200;
const WORDS = { ADDED: "added", REMOVED: "gone", CHANGED_FROM: "before", CHANGED_TO: "after" };

interface Comparison {
  from: string;
  to: string;
  /** Comma-separated column names; empty to compare whole rows. */
  key: string;
}

/** Compares the rows of a table at two versions, which are part of the URL. */
export function RowChanges({ table, versions }: { table: Table; versions: readonly Version[] }) {
  const { searchParams } = address.value;
  const [latest, before] = versions;
  const [chosen, setChosen] = useState<Comparison>({
    from: searchParams.get("from") ?? before?.id ?? "",
    to: searchParams.get("to") ?? latest?.id ?? "",
    key: searchParams.get("key") ?? (table.key ?? []).join(", "),
  });
  if (versions.length < 2 || table.kind === "VIEW") return null;
  const words = Object.fromEntries(
    versions.map(({ id, created_at, kind, tags = [] }) => [
      id,
      [...tags, formatTime(created_at), CHANGES[kind]].join(" · "),
    ]),
  );
  const choose = (change: Partial<Comparison>) => setChosen({ ...chosen, ...change });
  const shown = searchParams.has("from") && searchParams.has("to");
  return (
    <section class="stack" aria-labelledby="changes">
      <h2 id="changes">Compare two versions</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery({ ...chosen });
        }}
      >
        <div class="row">
          <label for="from">From</label>
          <Select
            id="from"
            label="From"
            value={chosen.from}
            options={words}
            onChange={(from) => choose({ from })}
          />
          <label for="to">To</label>
          <Select id="to" label="To" value={chosen.to} options={words} onChange={(to) => choose({ to })} />
        </div>
        <TextField
          id="key"
          label="Columns that identify a row"
          hint="Comma-separated. Leave this empty to compare whole rows."
          value={chosen.key}
          onChange={(key) => choose({ key })}
        />
        <div class="row">
          <button type="submit" class="button primary">
            Compare
          </button>
        </div>
      </form>
      {shown && (
        <Differences
          table={table}
          comparison={{
            from: searchParams.get("from") ?? "",
            to: searchParams.get("to") ?? "",
            key: searchParams.get("key") ?? "",
          }}
        />
      )}
    </section>
  );
}

function Differences({ table, comparison }: { table: Table; comparison: Comparison }) {
  const workspace = useWorkspace();
  const { from, to, key } = comparison;
  const query = { id: table.id, from, to, key: key.trim() === "" ? "*" : key };
  const read = useResource(`changes ${workspace.name} ${JSON.stringify(query)}`, async (signal) =>
    readChanges(await workspace.rowDiff({ ...query, format: "NDJSON" }, signal), MAX_ROWS),
  );
  const save = async () => {
    const name = `${table.reference}-changes.csv`;
    await saveStream(name, "text/csv", await workspace.rowDiff({ ...query, format: "CSV" }));
    say(`${name} was saved.`);
  };
  return (
    <Reading of={read} label="Comparing the rows">
      {(changes) => (
        <>
          <div class="row">
            <p role="status">{countWords(changes)}</p>
            {changes.rows.length > 0 && (
              <ActionButton class="small" busy="Downloading…" run={save}>
                Download all (CSV)
              </ActionButton>
            )}
          </div>
          {changes.rows.length > 0 && <ChangesTable rows={changes.rows} />}
        </>
      )}
    </Reading>
  );
}

function countWords({ rows, more }: Changes): string {
  if (rows.length === 0) return "The rows are identical.";
  if (more) return `More than ${formatNumber(MAX_ROWS)} rows differ; these are the first ones.`;
  const count = (change: ChangedRow["change"]): number =>
    rows.reduce((sum, row) => sum + (row.change === change ? row.rows : 0), 0);
  return `${plural(count("ADDED"), "row")} added, ${formatNumber(count("REMOVED"))} gone, ${formatNumber(count("CHANGED_TO"))} changed.`;
}

function ChangesTable({ rows }: { rows: readonly ChangedRow[] }) {
  const names = Object.keys(rows[0]?.values ?? {});
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section class="card scroll" tabIndex={0} aria-label="Rows that differ">
      <DataTable columns={["Change", { label: "Rows", as: "number" }, ...names]}>
        {rows.map(({ change, rows: count, values }, index) => {
          const before = change === "CHANGED_TO" ? rows[index - 1]?.values : undefined;
          return (
            <tr key={index}>
              <th scope="row">{WORDS[change]}</th>
              <td class="number">{formatNumber(count)}</td>
              {names.map((name) => {
                const text = cellText(values[name]);
                const isChanged = before !== undefined && cellText(before[name]) !== text;
                return <td key={name}>{isChanged ? <mark>{text === "" ? "none" : text}</mark> : text}</td>;
              })}
            </tr>
          );
        })}
      </DataTable>
    </section>
  );
}
