/**
 * Object keys of one workspace's lake. They carry ids and are never written twice with other content, so that a reader
 * may cache what it read.
 */
const ws = (workspaceId: string): string => `ws/${workspaceId}`;

/** Everything of a workspace. */
export const workspacePrefix = (workspaceId: string): string => `${ws(workspaceId)}/`;

export const uploadKey = (workspaceId: string, loadId: string, fileId: string): string =>
  `${uploadsPrefix(workspaceId, loadId)}${fileId}`;

export const uploadsPrefix = (workspaceId: string, loadId: string): string =>
  `${ws(workspaceId)}/uploads/${loadId}/`;

/** Everything that one attempt of a load writes: removed as a whole where it was not committed. */
export const attemptPrefix = (workspaceId: string, loadId: string, attempt: number): string =>
  `${ws(workspaceId)}/loads/${loadId}-${attempt}/`;

/** The rows of one uploaded file. */
export const dataFileKey = (workspaceId: string, loadId: string, attempt: number, fileId: string): string =>
  `${attemptPrefix(workspaceId, loadId, attempt)}${fileId}.parquet`;

/** `token` keeps two commits apart that race for the same version id. */
export const manifestKey = (workspaceId: string, tableId: string, versionId: string, token: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/manifests/${versionId}-${token}.json`;

export const segmentKey = (workspaceId: string, tableId: string, versionId: string, token: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/segments/${versionId}-${token}.json`;

/** What a committed load brought, table by table: read again by undo and redo. */
export const committedFilesKey = (
  workspaceId: string,
  loadId: string,
  attempt: number,
  token: string,
): string => `${attemptPrefix(workspaceId, loadId, attempt)}files-${token}.json`;

/** What the ingestion of one file found. */
export const ingestReportKey = (
  workspaceId: string,
  loadId: string,
  attempt: number,
  fileId: string,
): string => `${attemptPrefix(workspaceId, loadId, attempt)}report-${fileId}.json`;

/** What a task keeps while it runs: its pinned data and its checkpoints. */
export const taskStageKey = (workspaceId: string, taskId: string, name: string): string =>
  `${ws(workspaceId)}/tasks/${taskId}/stages/${encodeURIComponent(name)}`;

export const artifactPayloadKey = (workspaceId: string, artifactId: string, filename: string): string =>
  `${ws(workspaceId)}/artifacts/${artifactId}/${filename}`;
