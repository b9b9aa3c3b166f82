import type { Version } from "#client/resources.ts";
import { setQuery } from "../router.ts";
import { formatTime } from "./format.ts";

/** Words for each kind of table change. */
export const CHANGES: Record<Version["kind"], string> = {
  TABLE_CREATE: "created",
  TABLE_UPDATE: "columns changed",
  TABLE_RENAME: "renamed",
  TABLE_ARCHIVE: "archived",
  TABLE_UNARCHIVE: "unarchived",
  LOAD: "import",
  UNDO_LOAD: "import undone",
  REDO_LOAD: "import redone",
  MOVE_LOAD: "import moved",
  MOVE_TASK: "task moved",
  ERASURE: "rows erased",
};

/** Selector for the version to show, which is part of the URL. */
export function AsOf({ versions, asOf }: { versions: readonly Version[]; asOf: string | null }) {
  return (
    <div class="row">
      <label for="as-of">As of</label>
      <select
        id="as-of"
        value={asOf ?? ""}
        onChange={({ currentTarget }) => setQuery({ as_of: currentTarget.value || null })}
      >
        <option value="">now</option>
        {versions.map(({ id, created_at, kind, tags = [] }) => (
          <option key={id} value={id}>
            {[...tags, formatTime(created_at), CHANGES[kind]].join(" · ")}
          </option>
        ))}
        {asOf !== null && !versions.some(({ id }) => id === asOf) && (
          <option value={asOf}>version {asOf}</option>
        )}
      </select>
    </div>
  );
}

/** Words for a version other than the current one: its time, if known. */
export function versionWords(versions: readonly Version[], asOf: string): string {
  const version = versions.find(({ id }) => id === asOf);
  return version ? `as of ${formatTime(version.created_at)}, not now` : `as of version ${asOf}, not now`;
}
