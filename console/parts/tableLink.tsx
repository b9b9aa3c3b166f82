import { pathIn, useWorkspace } from "../lab.ts";
import { useResource } from "../resource.ts";
import { currentReference } from "./currentReference.ts";

interface TableLinkProps {
  /** Reference that the table had. */
  table: string;
  /** Version to show; the latest if absent. */
  version?: string | undefined;
}

/** Link to a table under its present name, which may be another one than it had. */
export function TableLink({ table, version }: TableLinkProps) {
  const workspace = useWorkspace();
  const read = useResource(`name of ${workspace.name} ${table}`, () => currentReference(workspace, table));
  const query = version === undefined ? "" : `?as_of=${version}`;
  if (read.state !== "ready") return <>{table}</>;
  const { value: now } = read;
  if (now === null) return <>{table} (archived)</>;
  return (
    <>
      <a href={pathIn(workspace, "tables", now) + query}>{now}</a>
      {now !== table && ` (${table} then)`}
    </>
  );
}
