/** Object keys in one workspace's lake. They contain ids, and objects are immutable, so readers may cache them. */
const ws = (workspaceId: string): string => `ws/${workspaceId}`;

/** Prefix of all objects of a workspace. */
export const workspacePrefix = (workspaceId: string): string => `${ws(workspaceId)}/`;

/**
 * Parses the key or folder of an object: `ws/<workspace>/<kind>/<owner>/…`. An owner is a table, a load, or a load with an
 * attempt.
 */
export function parseObjectKey(key: string): { kind: string; owner: string; folder: string } {
  const [root = "", workspace = "", kind = "", owner = ""] = key.split("/");
  return { kind, owner, folder: `${root}/${workspace}/${kind}/${owner}/` };
}

export const uploadKey = (workspaceId: string, loadId: string, fileId: string): string =>
  `${uploadsPrefix(workspaceId, loadId)}${fileId}`;

export const uploadsPrefix = (workspaceId: string, loadId: string): string =>
  `${ws(workspaceId)}/uploads/${loadId}/`;

/** Key for the compressed copy of an uploaded file, which replaces the original after the load. */
export const compressedUploadKey = (upload: string): string => `${upload}.zst`;

/** Key for all problems found by the check of an uploaded file: CSV rows, compressed with gzip. */
export const uploadProblemsKey = (workspaceId: string, loadId: string, fileId: string): string =>
  `${uploadKey(workspaceId, loadId, fileId)}.problems.csv.gz`;

/** Prefix of all objects written by one attempt of a load; deleted if the attempt was not committed. */
export const attemptPrefix = (workspaceId: string, loadId: string, attempt: number): string =>
  `${ws(workspaceId)}/loads/${loadId}-${attempt}/`;

/** Key for the rows of one uploaded file. */
export const dataFileKey = (workspaceId: string, loadId: string, attempt: number, fileId: string): string =>
  `${attemptPrefix(workspaceId, loadId, attempt)}${fileId}.parquet`;

/**
 * Pattern that matches the keys of data files, for every SQL engine. It captures the ids of the load and, unless the file
 * contains the rows of several uploads, of the uploaded file.
 */
export const DATA_FILE_PATTERN = "/loads/([0-9]+)-[0-9]+/(?:([0-9]+)|batch-[0-9]+)[.]parquet$";

/**
 * Returns the load and the uploaded file that the rows of a data file come from, according to its key; ids that the key does
 * not contain are missing.
 */
export function dataFileSource(key: string): { load_id?: string; file_id?: string } {
  const [, load_id, file_id] = new RegExp(DATA_FILE_PATTERN).exec(key) ?? [];
  return { ...(load_id !== undefined && { load_id }), ...(file_id !== undefined && { file_id }) };
}

/** Key for a manifest; `token` distinguishes two commits that compete for the same version id. */
export const manifestKey = (workspaceId: string, tableId: string, versionId: string, token: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/manifests/${versionId}-${token}.json`;

export const segmentKey = (workspaceId: string, tableId: string, versionId: string, token: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/segments/${versionId}-${token}.json`;

/** Key for the rows of several uploaded files of one table; `fileId` is the first file. */
export const batchFileKey = (workspaceId: string, loadId: string, attempt: number, fileId: string): string =>
  `${attemptPrefix(workspaceId, loadId, attempt)}batch-${fileId}.parquet`;

/** Key for a file with merged rows of a table; `token` is new for each merge. */
export const mergedFileKey = (workspaceId: string, tableId: string, token: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/merged/${token}.parquet`;

/** Key for the list of a committed load's files by table, which undo and redo read. */
export const committedFilesKey = (
  workspaceId: string,
  loadId: string,
  attempt: number,
  token: string,
): string => `${attemptPrefix(workspaceId, loadId, attempt)}files-${token}.json`;

/** Key for the comparison of a load's rows with tables that have a key. */
export const keyChecksKey = (workspaceId: string, loadId: string, attempt: number, token: string): string =>
  `${attemptPrefix(workspaceId, loadId, attempt)}keys-${token}.json`;

/** Key for the ingestion reports of a batch of files; `fileId` is the first file. */
export const ingestReportKey = (
  workspaceId: string,
  loadId: string,
  attempt: number,
  fileId: string,
): string => `${attemptPrefix(workspaceId, loadId, attempt)}report-${fileId}.json`;

/**
 * Key for all problems found by the ingestion of a batch of files, named after its first file: CSV rows, compressed with gzip.
 */
export const ingestProblemsKey = (
  workspaceId: string,
  loadId: string,
  attempt: number,
  fileId: string,
): string => `${attemptPrefix(workspaceId, loadId, attempt)}problems-${fileId}.csv.gz`;

/** Key for a task's state while it runs: its pinned data and its checkpoints. */
export const taskStageKey = (workspaceId: string, taskId: string, name: string): string =>
  `${ws(workspaceId)}/tasks/${taskId}/stages/${encodeURIComponent(name)}`;

/** Key for a task's parameters if they are too large for its record. */
export const taskParametersKey = (workspaceId: string, taskId: string): string =>
  `${ws(workspaceId)}/tasks/${taskId}/parameters.json`;

/** Key for the snapshot of one input of a task. */
export const taskSnapshotKey = (workspaceId: string, taskId: string, input: string): string =>
  `${ws(workspaceId)}/tasks/${taskId}/snapshots/${encodeURIComponent(input)}.json`;

/** Key for the rows that a request supplied for one input of a task; each attempt to read them writes a separate object. */
export const taskRowsKey = (workspaceId: string, taskId: string, input: string, token: string): string =>
  `${ws(workspaceId)}/tasks/${taskId}/snapshots/${encodeURIComponent(input)}-${token}.parquet`;

/** Key for the findings of an erasure about the data files of a table: keys and row numbers, but no values. */
export const erasureFilesKey = (workspaceId: string, erasureId: string, tableId: string): string =>
  `${ws(workspaceId)}/erasures/${erasureId}/${tableId}.json`;

/** Key for the time of the last erasure in a workspace, which caches use to drop their copies. */
export const lastErasureKey = (workspaceId: string): string => `${ws(workspaceId)}/erasures/last.json`;

/** Key for a data file without the rows of an erasure, next to the original file; `digest` is the digest of the original key. */
export const erasedFileKey = (key: string, erasureId: string, digest: string): string =>
  `${key.slice(0, key.lastIndexOf("/") + 1)}erased-${erasureId}-${digest}.parquet`;

/** Prefix of the objects of all tasks. */
export const tasksPrefix = (workspaceId: string): string => `${ws(workspaceId)}/tasks/`;

/** Prefix of the objects of a task or an artifact. */
export const taskPrefix = (workspaceId: string, taskId: string): string =>
  `${ws(workspaceId)}/tasks/${taskId}/`;
export const artifactPrefix = (workspaceId: string, artifactId: string): string =>
  `${ws(workspaceId)}/artifacts/${artifactId}/`;

/** Prefix of the objects of all attempts of a load. */
export const attemptsPrefix = (workspaceId: string, loadId: string): string =>
  `${ws(workspaceId)}/loads/${loadId}-`;

/** Returns the attempt of a load that wrote an object. */
export const attemptOfKey = (key: string): number => Number(/\/loads\/[0-9]+-([0-9]+)\//.exec(key)?.[1]);

/** Returns the id at the beginning of an object's name: the version of a manifest or segment, or the time of a merge. */
export const idOfKey = (key: string): string => /\/([0-9]+)-[^/]*$/.exec(key)?.[1] ?? "0";

/** Prefix of the objects of all tables. */
export const tablesPrefix = (workspaceId: string): string => `${ws(workspaceId)}/tables/`;

/** Prefix of the manifests of a table. */
export const manifestsPrefix = (workspaceId: string, tableId: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/manifests/`;

/** Prefix of the segments of a table. */
export const segmentsPrefix = (workspaceId: string, tableId: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/segments/`;

/** Prefix of the merged files of a table. */
export const mergedFilesPrefix = (workspaceId: string, tableId: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/merged/`;

/** Prefix of the objects that describe a table to Iceberg readers; each is derived from a manifest or a segment. */
export const icebergPrefix = (workspaceId: string, tableId: string): string =>
  `${ws(workspaceId)}/tables/${tableId}/iceberg/`;

/** Prefix of the Iceberg metadata of a table. Readers need only the latest. */
export const icebergMetadataPrefix = (workspaceId: string, tableId: string): string =>
  `${icebergPrefix(workspaceId, tableId)}metadata/`;

/** Key for the Iceberg manifest list of one of our manifests. */
export const icebergListKey = (manifestKey: string): string =>
  manifestKey.replace(/\/manifests\/([^/]+)\.json$/, "/iceberg/snapshots/$1.avro");

/** Key for the Iceberg manifest of the merged files in one of our manifests, if some of their rows do not count. */
export const icebergSourcesKey = (manifestKey: string): string =>
  manifestKey.replace(/\/manifests\/([^/]+)\.json$/, "/iceberg/sources/$1.avro");

/** Key for the Iceberg manifest of one of our segments. */
export const icebergSegmentKey = (key: string): string =>
  key.replace(/\/segments\/([^/]+)\.json$/, "/iceberg/segments/$1.avro");

/** Prefixes of the lists and manifests of a table's snapshots. */
export const icebergSnapshotFolders = (workspaceId: string, tableId: string): string[] =>
  ["snapshots", "sources", "segments"].map((folder) => `${icebergPrefix(workspaceId, tableId)}${folder}/`);

/** Prefix of the summaries of a table's versions for Iceberg readers. */
export const icebergFactsPrefix = (workspaceId: string, tableId: string): string =>
  `${icebergPrefix(workspaceId, tableId)}facts/`;

/** Key for the summary of `count` consecutive manifests that end with the given one. */
export const icebergFactsKey = (manifestKey: string, count: number): string =>
  manifestKey.replace(/\/manifests\/([^/]+)\.json$/, `/iceberg/facts/$1.${count}.json`);

/** Key for the Iceberg metadata of a table with this manifest for its latest version; `digest` is the digest of the metadata. */
export const icebergMetadataKey = (manifestKey: string, digest: string): string =>
  manifestKey.replace(/\/manifests\/([^/]+)\.json$/, `/iceberg/metadata/$1-${digest}.metadata.json`);

/** Returns the key of the manifest or segment from which an object for Iceberg is derived; null for any other object. */
export function icebergOrigin(key: string): string | null {
  const [, table = "", folder = "", name = ""] =
    /^(.*)\/iceberg\/(snapshots|sources|segments|metadata|facts)\/([0-9]+-[0-9a-z]+)[^/]*$/.exec(key) ?? [];
  if (name === "") return null;
  return `${table}/${folder === "segments" ? "segments" : "manifests"}/${name}.json`;
}

/** Folder for the query results of all workspaces, separate from their other objects, because results expire after a day. */
export const RESULTS_FOLDER = "results/";

/** Prefix of a workspace's query results. */
export const resultsPrefix = (workspaceId: string): string => `${RESULTS_FOLDER}${workspaceId}/`;

/** Key for a result that is fetched at a separate address; `token` is new for each result. */
export const resultKey = (workspaceId: string, token: string): string =>
  `${resultsPrefix(workspaceId)}${token}`;

/** Key for the columns of a result in Trino's protocol; `prefix` is the prefix of the result. */
export const resultColumnsKey = (prefix: string): string => `${prefix}/columns.json`;

/** Prefix of the records and lists of an export. They expire like results, and an erasure deletes them with these. */
export const exportPrefix = (workspaceId: string, exportId: string): string =>
  `${resultsPrefix(workspaceId)}export-${exportId}/`;

/** Prefix of the uploaded files of an import. */
export const importPrefix = (workspaceId: string, importId: string): string =>
  `${ws(workspaceId)}/imports/${importId}/`;

/** Key for an uploaded file of an import, by its SHA-256. */
export const importFileKey = (workspaceId: string, importId: string, sha256: string): string =>
  `${importPrefix(workspaceId, importId)}${sha256}`;

/** Object that a signed address lets a user write, until the platform has read it. */
export const artifactUploadKey = (workspaceId: string, artifactId: string): string =>
  `${ws(workspaceId)}/artifacts/${artifactId}/upload`;
export const artifactPayloadKey = (workspaceId: string, artifactId: string, filename: string): string =>
  `${ws(workspaceId)}/artifacts/${artifactId}/${filename}`;

/** Prefix of the objects of an order. */
export const orderPrefix = (workspaceId: string, orderId: string): string =>
  `${ws(workspaceId)}/orders/${orderId}/`;

/** Prefix of the objects of all orders. */
export const ordersPrefix = (workspaceId: string): string => `${ws(workspaceId)}/orders/`;

/** Key for the layout of an order; `token` distinguishes attempts to create it. */
export const orderLayoutKey = (workspaceId: string, orderId: string, token: string): string =>
  `${orderPrefix(workspaceId, orderId)}${token}.json`;

/** Key for what the designs of a layout were read from. */
export const orderSnapshotKey = (layoutKey: string): string => layoutKey.replace(/\.json$/, ".snapshot.json");
