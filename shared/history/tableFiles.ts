import { type DataFile, loadsOf, type Manifest, mayHold } from "#shared/domain/loads/manifest.ts";
import { filesOf } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Files of a table at two versions, except those in segments that both versions share. */
export interface DifferingFiles {
  from: DataFile[];
  to: DataFile[];
}

/** Reads the files in which two versions of a table may differ; the cost does not depend on the files that they share. */
export async function differingFiles(
  scope: WorkspaceScope,
  from: Manifest,
  to: Manifest,
): Promise<DifferingFiles> {
  const [kept, present] = [keysOf(from), keysOf(to)];
  const unshared = (manifest: Manifest, shared: ReadonlySet<string>): Manifest => ({
    ...manifest,
    segments: manifest.segments.filter(({ key }) => !shared.has(key)),
  });
  const [before, after] = await Promise.all([
    filesOf(scope, unshared(from, present)),
    filesOf(scope, unshared(to, kept)),
  ]);
  return { from: before, to: after };
}

/** Tells whether a version contains rows of a load; only segments that may contain them are read. */
export async function hasRowsOf(scope: WorkspaceScope, manifest: Manifest, loadId: string): Promise<boolean> {
  const segments = manifest.segments.filter((segment) => mayHold(segment, loadId));
  const files = await filesOf(scope, { ...manifest, segments });
  return files.some((file) => loadsOf(file).some(({ load_id }) => load_id === loadId));
}

function keysOf({ segments }: Manifest): ReadonlySet<string> {
  return new Set(segments.map(({ key }) => key));
}
