import { useState } from "preact/hooks";
import type { Table } from "#client/resources.ts";
import type { Workspace } from "#client/workspace.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Card } from "../../parts/card.tsx";
import { confirmForOthers } from "../../parts/confirmForOthers.ts";
import { NameField } from "../../parts/form.tsx";
import { problemOfName, TABLE_NAME } from "../../parts/names.ts";
import { say, sayError } from "../../parts/toast.tsx";
import { readAgain } from "../../resource.ts";
import { navigate } from "../../router.ts";
import { EraseRows } from "../erasure/eraseRows.tsx";

/** Editable name of a table, and a button to archive it. Task tables keep their names. */
export function TableSettings({ table }: { table: Table }) {
  const workspace = useWorkspace();
  const { reference } = table;
  const [name, setName] = useState(reference);
  const problem = problemOfName(TABLE_NAME, name);
  const rename = () => renameTable(workspace, reference, name);
  const archive = () => archiveTable(workspace, table);
  return (
    <Card title="This table" id="settings">
      <NameField
        id="table-name"
        label="Name"
        rule={TABLE_NAME}
        maxLength={128}
        value={name}
        onChange={setName}
      />
      <div class="row">
        <ActionButton run={rename} disabled={name === reference || problem !== null}>
          Rename
        </ActionButton>
        <ActionButton run={archive}>Archive</ActionButton>
        {table.kind === "TABLE" && <EraseRows reference={reference} />}
      </div>
      <p class="small muted">
        Archiving hides the table from lists and from queries of current data. Its imports and versions
        remain, and you can restore it.
      </p>
    </Card>
  );
}

async function renameTable(workspace: Workspace, reference: string, name: string): Promise<void> {
  const { warnings } = await workspace.renameTable(reference, name);
  readAgain();
  navigate(`${pathIn(workspace, "tables", name)}?tab=columns`, { replace: true });
  const hints = warnings.length > 0 ? warnings : ["Update saved queries that use the old name."];
  say([`${reference} is now named ${name}.`, ...hints].join(" "), undefined, warnings.length > 0);
}

/** Archives a table after a confirmation, and shows a message that can restore it. */
async function archiveTable(workspace: Workspace, { id, reference, created_by }: Table): Promise<void> {
  if (!(await confirmForOthers(workspace, `Archive ${reference}`, created_by))) return;
  const { warnings } = await workspace.archiveTable(reference);
  readAgain();
  navigate(pathIn(workspace, "tables"));
  const restore = () => void workspace.unarchiveTable(id).then(readAgain).catch(sayError);
  say(
    [
      `${reference} was archived: its name can be reused, and its rows and versions remain.`,
      ...warnings,
    ].join(" "),
    { label: "Restore", run: restore },
    warnings.length > 0,
  );
}
