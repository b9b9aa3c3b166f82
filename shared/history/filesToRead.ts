import {
  type DataFile,
  isMerged,
  type Manifest,
  type MergedDataFile,
} from "#shared/domain/loads/manifest.ts";
import { withStandIns } from "#shared/domain/loads/standIns.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Number of files from which merged files of the latest version are considered. */
export const MIN_FILES = 4;

/**
 * Returns the files from which the rows of a version are read. For an earlier version, merged files of the latest version, whose
 * manifest is given, stand in for small files. The files may change with each merge, so pinned data are not read in this way.
 */
export async function filesToRead(
  scope: WorkspaceScope,
  manifest: Manifest,
  latestKey: string | null,
): Promise<DataFile[]> {
  const count = manifest.segments.reduce((sum, segment) => sum + segment.files, 0);
  if (count < MIN_FILES || latestKey === null) return filesOf(scope, manifest);
  const [files, merged] = await Promise.all([filesOf(scope, manifest), mergedFiles(scope, latestKey)]);
  return withStandIns(files, merged);
}

/** Returns the merged files in a manifest. */
export async function mergedFiles(scope: WorkspaceScope, manifestKey: string): Promise<MergedDataFile[]> {
  const manifest = await readManifest(scope, manifestKey);
  const segments = manifest.segments.filter(({ merged = 0 }) => merged > 0);
  return (await filesOf(scope, { ...manifest, segments })).filter(isMerged);
}
