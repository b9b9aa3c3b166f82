import { sortableId } from "#shared/domain/id.ts";

/**
 * All key text of the store is built here. `pk` names a list, `sk` a place in it; ids are padded, so that the order of
 * keys is the order of ids. Keys carry a workspace's id, never its reusable name.
 */
export interface Key {
  pk: string;
  sk: string;
}

const SINGLE = "-";

function at(pk: string, id: string): Key {
  return { pk, sk: sortableId(id) };
}

/* Platform records, in the home region. */

export const workspacesKey = "WORKSPACE";
export const workspaceKey = (id: string): Key => at(workspacesKey, id);
export const workspaceNameKey = (name: string): Key => ({ pk: `WORKSPACE_NAME#${name}`, sk: SINGLE });
export const organizationWorkspaces = (orgId: string): string => `ORG#${orgId}#WORKSPACE`;
export const organizationWorkspaceKey = (orgId: string, id: string): Key =>
  at(organizationWorkspaces(orgId), id);

/* Records of one workspace, in its region. */

const W = (workspaceId: string): string => `W#${workspaceId}`;

/** Where a workspace's history has arrived. */
export const headKey = (workspaceId: string): Key => ({ pk: W(workspaceId), sk: "HEAD" });

export const versions = (workspaceId: string): string => `${W(workspaceId)}#VERSION`;
export const versionKey = (workspaceId: string, id: string): Key => at(versions(workspaceId), id);

export const projects = (workspaceId: string): string => `${W(workspaceId)}#PROJECT`;
export const projectKey = (workspaceId: string, id: string): Key => at(projects(workspaceId), id);
export const activeProjects = (workspaceId: string): string => `${projects(workspaceId)}#ACTIVE`;
export const activeProjectKey = (workspaceId: string, id: string): Key => at(activeProjects(workspaceId), id);

export const rounds = (workspaceId: string): string => `${W(workspaceId)}#ROUND`;
export const roundKey = (workspaceId: string, id: string): Key => at(rounds(workspaceId), id);
export const roundsOfProject = (workspaceId: string, projectId: string): string =>
  `${rounds(workspaceId)}#P#${projectId}`;
export const roundOfProjectKey = (workspaceId: string, projectId: string, id: string): Key =>
  at(roundsOfProject(workspaceId, projectId), id);

export const tables = (workspaceId: string): string => `${W(workspaceId)}#TABLE`;
export const tableKey = (workspaceId: string, id: string): Key => at(tables(workspaceId), id);
export const activeTables = (workspaceId: string): string => `${tables(workspaceId)}#ACTIVE`;
export const activeTableKey = (workspaceId: string, id: string): Key => at(activeTables(workspaceId), id);
export const archivedTables = (workspaceId: string, folded: string): string =>
  `${tables(workspaceId)}#ARCHIVED#${folded}`;
export const archivedTableKey = (workspaceId: string, folded: string, id: string): Key =>
  at(archivedTables(workspaceId, folded), id);
/** Holds a reference: there is one active table for each. */
export const referenceKey = (workspaceId: string, folded: string): Key => ({
  pk: `${W(workspaceId)}#REFERENCE#${folded}`,
  sk: SINGLE,
});
export const tableVersions = (workspaceId: string, tableId: string): string =>
  `${tables(workspaceId)}#VERSION#${tableId}`;
export const tableVersionKey = (workspaceId: string, tableId: string, versionId: string): Key =>
  at(tableVersions(workspaceId, tableId), versionId);

export const loads = (workspaceId: string): string => `${W(workspaceId)}#LOAD`;
export const loadKey = (workspaceId: string, id: string): Key => at(loads(workspaceId), id);
export const loadsOfProject = (workspaceId: string, projectId: string): string =>
  `${loads(workspaceId)}#P#${projectId}`;
export const loadOfProjectKey = (workspaceId: string, projectId: string, id: string): Key =>
  at(loadsOfProject(workspaceId, projectId), id);
export const loadsOfRound = (workspaceId: string, roundId: string): string =>
  `${loads(workspaceId)}#R#${roundId}`;
export const loadOfRoundKey = (workspaceId: string, roundId: string, id: string): Key =>
  at(loadsOfRound(workspaceId, roundId), id);
export const loadFiles = (workspaceId: string, loadId: string): string =>
  `${loads(workspaceId)}#FILE#${loadId}`;
export const loadFileKey = (workspaceId: string, loadId: string, fileId: string): Key =>
  at(loadFiles(workspaceId, loadId), fileId);
/** A file's load, by the file's id. */
export const fileKey = (workspaceId: string, fileId: string): Key => at(`${W(workspaceId)}#FILE`, fileId);
export const ingestedFiles = (workspaceId: string, loadId: string, attempt: number): string =>
  `${loads(workspaceId)}#INGESTED#${loadId}#${attempt}`;
export const ingestedFileKey = (workspaceId: string, loadId: string, attempt: number, fileId: string): Key =>
  at(ingestedFiles(workspaceId, loadId, attempt), fileId);

/** Work under way in a region, over all workspaces: what the sweeper looks through. */
export const loadsUnderWay = "UNDER_WAY#LOAD";
export const loadUnderWayKey = (workspaceId: string, loadId: string): Key => ({
  pk: loadsUnderWay,
  sk: `${sortableId(workspaceId)}#${sortableId(loadId)}`,
});
export const workspacesUnderWay = "UNDER_WAY#WORKSPACE";
export const workspaceUnderWayKey = (id: string): Key => at(workspacesUnderWay, id);
