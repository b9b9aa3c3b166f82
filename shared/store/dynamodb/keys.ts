import { sortableId } from "#shared/domain/id.ts";
import { at, type Key } from "./keyParts.ts";

/*
 * All keys are composed in this file. Keys have a workspace's id, because its name can be reused.
 */

const SINGLE = "-";

/* Platform records, in the home region. */

export const workspacesKey = "WORKSPACE";
export const workspaceKey = (id: string): Key => at(workspacesKey, id);
export const workspaceNameKey = (name: string): Key => ({ pk: `WORKSPACE_NAME#${name}`, sk: SINGLE });
export const organizationWorkspaces = (orgId: string): string => `ORG#${orgId}#WORKSPACE`;
export const organizationWorkspaceKey = (orgId: string, id: string): Key =>
  at(organizationWorkspaces(orgId), id);

/* Mirror of the identity provider, in the home region. Ids come from the provider and may be any string. */

const text = (value: string): string => `-${value}`;

export const users = "USER";
export const userKey = (userId: string): Key => ({ pk: users, sk: text(userId) });
export const memberships = (userId: string): string => `USER#${userId}#MEMBERSHIP`;
export const membershipKey = (userId: string, orgId: string): Key => ({
  pk: memberships(userId),
  sk: text(orgId),
});
/** List of the active members of an organization. */
export const members = (orgId: string): string => `ORG#${orgId}#MEMBER`;
export const memberKey = (orgId: string, userId: string): Key => ({ pk: members(orgId), sk: text(userId) });
/** Key for the first member of an organization. */
export const firstMemberKey = (orgId: string): Key => ({ pk: `ORG#${orgId}#FIRST_MEMBER`, sk: SINGLE });
export const organizationKey = (orgId: string): Key => ({ pk: `ORG#${orgId}`, sk: SINGLE });
export const revokedSessionKey = (sessionId: string): Key => ({ pk: `SESSION#${sessionId}`, sk: SINGLE });
/** Key for a processed provider event. */
export const idpEventKey = (eventId: string): Key => ({ pk: `IDP_EVENT#${eventId}`, sk: SINGLE });
/** Key for the number of invalid tokens from a network address, by second. */
export const invalidTokensKey = (address: string): Key => ({ pk: `INVALID_TOKENS#${address}`, sk: SINGLE });
/** Key for a login code of the documentation portal, by its SHA-256. */
export const loginCodeKey = (digest: string): Key => ({ pk: `LOGIN_CODE#${digest}`, sk: SINGLE });

/* Records of one workspace, in its region. */

const W = (workspaceId: string): string => `W#${workspaceId}`;

/** Key for the head of a workspace's history. */
export const headKey = (workspaceId: string): Key => ({ pk: W(workspaceId), sk: "HEAD" });

export const versions = (workspaceId: string): string => `${W(workspaceId)}#VERSION`;
export const versionKey = (workspaceId: string, id: string): Key => at(versions(workspaceId), id);

/** List of version names. */
export const tags = (workspaceId: string): string => `${W(workspaceId)}#TAG`;
export const tagKey = (workspaceId: string, folded: string): Key => ({ pk: tags(workspaceId), sk: folded });

/** Snapshots of task inputs, by id. */
export const snapshots = (workspaceId: string): string => `${W(workspaceId)}#SNAPSHOT`;
export const snapshotKey = (workspaceId: string, id: string): Key => at(snapshots(workspaceId), id);

export const projects = (workspaceId: string): string => `${W(workspaceId)}#PROJECT`;
export const projectKey = (workspaceId: string, id: string): Key => at(projects(workspaceId), id);
export const activeProjects = (workspaceId: string): string => `${projects(workspaceId)}#ACTIVE`;
export const activeProjectKey = (workspaceId: string, id: string): Key => at(activeProjects(workspaceId), id);

export const rounds = (workspaceId: string): string => `${W(workspaceId)}#ROUND`;
export const roundKey = (workspaceId: string, id: string): Key => at(rounds(workspaceId), id);

export const tables = (workspaceId: string): string => `${W(workspaceId)}#TABLE`;
export const tableKey = (workspaceId: string, id: string): Key => at(tables(workspaceId), id);
export const activeTables = (workspaceId: string): string => `${tables(workspaceId)}#ACTIVE`;
export const activeTableKey = (workspaceId: string, id: string): Key => at(activeTables(workspaceId), id);
export const archivedTables = (workspaceId: string, folded: string): string =>
  `${tables(workspaceId)}#ARCHIVED#${folded}`;
export const archivedTableKey = (workspaceId: string, folded: string, id: string): Key =>
  at(archivedTables(workspaceId, folded), id);
/** Key that reserves a reference for at most one active table. */
export const referenceKey = (workspaceId: string, folded: string): Key => ({
  pk: `${W(workspaceId)}#REFERENCE#${folded}`,
  sk: SINGLE,
});
/** List of the references released by tables, by reference and version of release. */
export const releasedReferences = (workspaceId: string): string => `${W(workspaceId)}#RELEASED`;
export const releasedReferenceKey = (workspaceId: string, folded: string, versionId: string): Key => ({
  pk: releasedReferences(workspaceId),
  sk: `${folded}#${sortableId(versionId)}`,
});
export const tableVersions = (workspaceId: string, tableId: string): string =>
  `${tables(workspaceId)}#VERSION#${tableId}`;
export const tableVersionKey = (workspaceId: string, tableId: string, versionId: string): Key =>
  at(tableVersions(workspaceId, tableId), versionId);

/** List of the manifests replaced by compactions. */
export const replacedManifests = (workspaceId: string): string => `${tables(workspaceId)}#REPLACED`;
export const replacedManifestKey = (workspaceId: string, id: string): Key =>
  at(replacedManifests(workspaceId), id);

/** Progress of the daily sweep, by group of objects. */
export const sweeps = (workspaceId: string): string => `${W(workspaceId)}#SWEEP`;
export const sweepKey = (workspaceId: string, group: string): Key => ({ pk: sweeps(workspaceId), sk: group });
/** List of loads that the daily sweep examines although they are old. */
export const watchedLoads = (workspaceId: string): string => `${sweeps(workspaceId)}#LOAD`;
export const watchedLoadKey = (workspaceId: string, id: string): Key => at(watchedLoads(workspaceId), id);

/** List of a workspace's erasures, including prepared ones. */
export const erasures = (workspaceId: string): string => `${W(workspaceId)}#ERASURE`;
export const erasureKey = (workspaceId: string, id: string): Key => at(erasures(workspaceId), id);
/** Key for the record of the erasure that is currently running in a workspace. */
export const erasingKey = (workspaceId: string): Key => ({ pk: W(workspaceId), sk: "ERASING" });

export const loads = (workspaceId: string): string => `${W(workspaceId)}#LOAD`;
export const loadKey = (workspaceId: string, id: string): Key => at(loads(workspaceId), id);
export const loadFiles = (workspaceId: string, loadId: string): string =>
  `${loads(workspaceId)}#FILE#${loadId}`;
export const loadFileKey = (workspaceId: string, loadId: string, fileId: string): Key =>
  at(loadFiles(workspaceId, loadId), fileId);
/** List of the files of all loads, by file id. */
export const files = (workspaceId: string): string => `${W(workspaceId)}#FILE`;
export const fileKey = (workspaceId: string, fileId: string): Key => at(files(workspaceId), fileId);
/** List of the contents of all files that belong to tables, by SHA-256 and file id. */
export const fileContents = (workspaceId: string): string => `${W(workspaceId)}#CONTENT`;
export const fileContentKey = (workspaceId: string, sha256: string, fileId: string): Key => ({
  pk: fileContents(workspaceId),
  sk: `${sha256}#${sortableId(fileId)}`,
});
export const ingestedFiles = (workspaceId: string, loadId: string, attempt: number): string =>
  `${loads(workspaceId)}#INGESTED#${loadId}#${attempt}`;
export const ingestedFileKey = (workspaceId: string, loadId: string, attempt: number, fileId: string): Key =>
  at(ingestedFiles(workspaceId, loadId, attempt), fileId);
export const readingFileKey = (workspaceId: string, loadId: string, attempt: number, fileId: string): Key =>
  at(ingestedFiles(workspaceId, loadId, attempt), `${fileId}#READING`);

export const tasks = (workspaceId: string): string => `${W(workspaceId)}#TASK`;
export const taskKey = (workspaceId: string, id: string): Key => at(tasks(workspaceId), id);
export const activeTasks = (workspaceId: string): string => `${tasks(workspaceId)}#ACTIVE`;
export const activeTaskKey = (workspaceId: string, id: string): Key => at(activeTasks(workspaceId), id);
/** List of unfinished tasks, oldest first. */
export const pendingTasks = (workspaceId: string): string => `${tasks(workspaceId)}#PENDING`;
export const pendingTaskKey = (workspaceId: string, id: string): Key => at(pendingTasks(workspaceId), id);
/** Key that reserves an idempotency key for at most one task in a context; a sort key has at most 1,024 bytes. */
export const idempotencyKey = (workspaceId: string, context: string, key: string): Key => ({
  pk: `${W(workspaceId)}#IDEMPOTENCY#${context}`,
  sk: key,
});
export const idempotencyKeys = (workspaceId: string, context: string): string =>
  idempotencyKey(workspaceId, context, "-").pk;

export const artifacts = (workspaceId: string): string => `${W(workspaceId)}#ARTIFACT`;
export const artifactKey = (workspaceId: string, id: string): Key => at(artifacts(workspaceId), id);

export const orders = (workspaceId: string): string => `${W(workspaceId)}#ORDER`;
export const orderKey = (workspaceId: string, id: string): Key => at(orders(workspaceId), id);

/** List of the queries from the last day. */
export const queries = (workspaceId: string): string => `${W(workspaceId)}#QUERY`;
export const queryKey = (workspaceId: string, id: string): Key => at(queries(workspaceId), id);

/** List of a workspace's exports and imports. */
export const transfers = (workspaceId: string): string => `${W(workspaceId)}#TRANSFER`;
export const transferKey = (workspaceId: string, id: string): Key => at(transfers(workspaceId), id);

/** Key for the mark of a frozen workspace, for steps, which cannot read the platform's records. */
export const frozenKey = (workspaceId: string): Key => ({ pk: `${W(workspaceId)}#FROZEN`, sk: SINGLE });

/** Groups of records of requests, by their first record. Keys contain its request, so that no group replaces another. */
export const auditGroups = (workspaceId: string): string => `${W(workspaceId)}#AUDIT`;
export const auditGroupKey = (workspaceId: string, id: string, requestId: string): Key => ({
  pk: auditGroups(workspaceId),
  sk: `${sortableId(id)}#${requestId}`,
});
/** Ends of streamed responses, under the same keys as their requests. */
export const auditEnds = (workspaceId: string): string => `${auditGroups(workspaceId)}#END`;
export const auditEndKey = (workspaceId: string, id: string, requestId: string): Key => ({
  pk: auditEnds(workspaceId),
  sk: auditGroupKey(workspaceId, id, requestId).sk,
});
/** Sums of the requests of past days. */
export const usageDays = (workspaceId: string): string => `${W(workspaceId)}#USAGE`;
export const usageDayKey = (workspaceId: string, day: string): Key => ({
  pk: usageDays(workspaceId),
  sk: day,
});

/** Kind of concurrent work that is limited per workspace. */
export type LeaseKind = "QUERY" | "UPLOAD";
export const leases = (workspaceId: string, kind: LeaseKind): string => `${W(workspaceId)}#LEASE#${kind}`;
export const leaseKey = (workspaceId: string, kind: LeaseKind, slot: number): Key => ({
  pk: leases(workspaceId, kind),
  sk: String(slot),
});

/** Key for the counter of a workspace's staged bytes. */
export const stagedBytesKey = (workspaceId: string): Key => ({ pk: W(workspaceId), sk: "STAGED_BYTES" });

/** Key for the number of a workspace's requests, by second. */
export const requestCountKey = (workspaceId: string): Key => ({
  pk: `${W(workspaceId)}#REQUEST_COUNT`,
  sk: SINGLE,
});

/** Prefix of the keys of all lists of a workspace. */
export const listsPrefix = (workspaceId: string): string => `${W(workspaceId)}#`;

/** List of the task counters of all workspaces in a region. */
export const taskCounters = "TASK_COUNTER";
export const taskCounterKey = (workspaceId: string): Key => at(taskCounters, workspaceId);

/* Marks of work in progress in a region, for the sweeper, by workspace and id. */

const marksOf =
  (list: string) =>
  (workspaceId: string): Key => ({ pk: list, sk: `${sortableId(workspaceId)}#` });
const markKey =
  (list: string) =>
  (workspaceId: string, id: string): Key => ({
    pk: list,
    sk: `${sortableId(workspaceId)}#${sortableId(id)}`,
  });

export const loadsUnderWay = "UNDER_WAY#LOAD";
/** Key prefix of a workspace's loads in the list of loads in progress. */
export const loadsUnderWayOf = marksOf(loadsUnderWay);
export const loadUnderWayKey = markKey(loadsUnderWay);
export const tasksUnderWay = "UNDER_WAY#TASK";
export const tasksUnderWayOf = marksOf(tasksUnderWay);
export const taskUnderWayKey = markKey(tasksUnderWay);
export const queriesUnderWay = "UNDER_WAY#QUERY";
export const queriesUnderWayOf = marksOf(queriesUnderWay);
export const queryUnderWayKey = markKey(queriesUnderWay);
/** List of the tables in a region that may have many small files. */
export const compactionMarks = "UNDER_WAY#COMPACTION";
export const compactionMarkKey = markKey(compactionMarks);
/** List of the unfinished erasures in a region. */
export const erasuresUnderWay = "UNDER_WAY#ERASURE";
export const erasureUnderWayKey = markKey(erasuresUnderWay);
/** List of the unfinished exports and imports in a region. */
export const transfersUnderWay = "UNDER_WAY#TRANSFER";
export const transferUnderWayKey = markKey(transfersUnderWay);
export const workspacesUnderWay = "UNDER_WAY#WORKSPACE";
export const workspaceUnderWayKey = (id: string): Key => at(workspacesUnderWay, id);
