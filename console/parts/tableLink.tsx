import { currentReference } from "#client/currentReference.ts";
import { pathIn, useWorkspace } from "../lab.ts";
import { useResource } from "../resource.ts";

interface TableLinkProps {
  /** Earlier reference of the table. */
  table: string;
  /** ID of the table, if known. */
  id?: string | null;
  /** Version to show; defaults to the latest. */
  version?: string | undefined;
}

/** Returns the label of a table and its current reference; the reference is null if it is unknown or does not exist. */
function usePresentName(table: string, id?: string | null): { now: string | null; text: string } {
  const workspace = useWorkspace();
  const read = useResource(`name of ${workspace.name} ${table} ${id}`, () =>
    currentReference(workspace, table, id),
  );
  if (read.state !== "ready") return { now: null, text: table };
  const { value: now } = read;
  if (now === null) return { now, text: `${table} (archived)` };
  return { now, text: now === table ? now : `${now} (${table} then)` };
}

/** Link to a table under its current name, which may differ from its earlier name. */
export function TableLink({ table, id, version }: TableLinkProps) {
  const workspace = useWorkspace();
  const { now, text } = usePresentName(table, id);
  if (now === null) return <>{text}</>;
  const query = version === undefined ? "" : `?as_of=${version}`;
  const then = text.slice(now.length);
  return (
    <>
      {/* Next to text, its color alone does not show that it is a link. */}
      <a href={pathIn(workspace, "tables", now) + query} class={then === "" ? undefined : "in-text"}>
        {now}
      </a>
      {then}
    </>
  );
}
