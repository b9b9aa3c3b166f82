import type { Load } from "#client/loadHandle.ts";
import { bytesOf } from "#client/rawClient.ts";
import type { Workspace } from "#client/workspace.ts";
import { useWorkspace } from "../lab.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { Age } from "../parts/age.tsx";
import { LoadBadge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { DataTable } from "../parts/dataTable.tsx";
import { formatBytes, plural } from "../parts/format.ts";
import { LoadActions } from "../parts/loadActions.tsx";
import { LoadExpiry } from "../parts/loadExpiry.tsx";
import { Page } from "../parts/page.tsx";
import { Person } from "../parts/person.tsx";
import { Reading } from "../parts/reading.tsx";
import { saveStream } from "../parts/saveFile.ts";
import { TableLink } from "../parts/tableLink.tsx";
import { latestOf, useResource } from "../resource.ts";
import { LoadProblems, Sentences } from "./loadProblems.tsx";
import { readingRules } from "./readingRules.ts";
import { RoundMover } from "./rounds/roundMover.tsx";

/** Page of one import: its files, their problems, and the available action. */
export function LoadPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.load ?? "";
  const read = useResource(`load ${workspace.name} ${id}`, () => workspace.load(id).get());
  const latest = latestOf(read);
  return (
    <Page title="Import" actions={latest && <LoadActions load={latest} />}>
      <Reading of={read}>
        {(load) => (
          <>
            <Facts load={load} />
            <LoadProblems load={load} />
            <Sentences title="What to look at" tone="warn" sentences={load.warnings ?? []} />
            {(load.rows_left_out || load.errors.length > 0) && (
              <div class="row">
                <ActionButton busy="Saving…" run={() => saveProblems(workspace, id)}>
                  {load.rows_left_out
                    ? `Why ${plural(load.rows_left_out, "row")} ${load.rows_left_out === 1 ? "was" : "were"} skipped (CSV)`
                    : "All problems (CSV)"}
                </ActionButton>
              </div>
            )}
            <Rules tables={load.tables} />
            <Files files={load.files} />
          </>
        )}
      </Reading>
    </Page>
  );
}

/** State of an import, its tables, and who created it and when. */
function Facts({ load }: { load: Load }) {
  const workspace = useWorkspace();
  return (
    <p class="row">
      <LoadBadge load={load} />
      <span>
        into{" "}
        {Object.entries(load.tables).map(([reference, { table_id }]) =>
          table_id === null ? (
            <span key={reference}>{reference}</span>
          ) : (
            <TableLink key={reference} table={reference} id={table_id} />
          ),
        )}
      </span>
      <Age at={load.created_at} />
      <LoadExpiry load={load} />
      <span>
        <Person id={load.created_by} />
      </span>
      {load.state !== "LOADING" && load.state !== "DELETING" && (
        <RoundMover
          what="import"
          context={load.context}
          move={(round) => workspace.load(load.id).move(round)}
        />
      )}
    </p>
  );
}

function Files({ files }: Pick<Load, "files">) {
  const workspace = useWorkspace();
  const save = async (id: string, filepath: string) =>
    saveStream(baseName(filepath), "application/octet-stream", await workspace.loadFile(id));
  return (
    <Card title="Files" id="files" scroll>
      <DataTable
        columns={[
          "Name",
          "Table",
          { label: "Rows", as: "number" },
          { label: "Size", as: "number" },
          { label: "Download", as: "hidden" },
        ]}
      >
        {files.map(({ id, filepath, table_reference, size, rows }) => (
          <tr key={id}>
            <th scope="row">{filepath}</th>
            <td>{table_reference ?? "kept only"}</td>
            <td class="number">{rows?.toLocaleString("en-US")}</td>
            <td class="number">{formatBytes(size)}</td>
            <td>
              <ActionButton class="small" busy="Downloading…" run={() => save(id, filepath)}>
                Download
              </ActionButton>
            </td>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}

/** How the files were read, if any options were chosen. */
function Rules({ tables }: Pick<Load, "tables">) {
  const chosen = Object.entries(tables)
    .map(([reference, table]) => ({ reference, rules: readingRules(table) }))
    .filter(({ rules }) => rules.length > 0);
  if (chosen.length === 0) return null;
  return (
    <Card title="How the file was read" id="rules">
      {chosen.map(({ reference, rules }) => (
        <ul key={reference} class="problems">
          {rules.map((rule) => (
            <li key={rule}>{chosen.length > 1 ? `${reference}: ${rule}` : rule}</li>
          ))}
        </ul>
      ))}
    </Card>
  );
}

/** Saves all problems of an import as a file: file, line, column, value, reason. */
async function saveProblems({ raw, name }: Workspace, id: string): Promise<void> {
  const stream = await bytesOf(
    raw.GET("/v2/workspace/{workspace}/data/load:downloadErrors", {
      params: { path: { workspace: name }, query: { id } },
      parseAs: "stream",
    }),
  );
  await saveStream(`problems-${id}.csv`, "text/csv", stream);
}

/** Returns a file name without its folders. */
function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) || "file";
}
