import { foldReference } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listItems } from "./dynamodb/items.ts";
import { ofProject, ofRound } from "./dynamodb/keyParts.ts";
import * as keys from "./dynamodb/keys.ts";

/** Record of an export: the list that contains it, without the prefix of its workspace, its position, and its content. */
export interface ExportedRecord {
  list: string;
  position: string;
  item: Record<string, unknown>;
}

/** Part of a workspace's records that an export stores in one file. */
interface RecordFile {
  /** Lists that the file may contain. */
  lists: RegExp;
  /** Positions in these lists. */
  positions: RegExp;
  /** Yields the lists of a workspace. */
  walk: (walk: Walk) => AsyncGenerator<string>;
}

/** Reads the entities on which lists depend. */
interface Walk {
  id: string;
  each: (list: string) => AsyncGenerator<{ id: string; attempt?: number; reference?: string }>;
}

const ID = "[1-9][0-9]{0,15}";
const AT = /^[0-9]{16}$/;
const IN_CONTEXT = `(?:#[PR]#${ID})?`;

/** Yields a list and its parts in projects and rounds. */
async function* inContexts({ id, each }: Walk, list: string, hasRounds = true): AsyncGenerator<string> {
  yield list;
  for await (const project of each(keys.projects(id))) yield ofProject(list, project.id);
  if (hasRounds) for await (const round of each(keys.rounds(id))) yield ofRound(list, round.id);
}

/** Files with records, by name. Later files refer to earlier ones. */
export const RECORD_FILES: Readonly<Record<string, RecordFile>> = {
  projects: {
    lists: /^PROJECT(?:#ACTIVE)?$/,
    positions: AT,
    walk: async function* ({ id }) {
      yield* [keys.projects(id), keys.activeProjects(id)];
    },
  },
  rounds: {
    lists: new RegExp(`^ROUND(?:#P#${ID})?$`),
    positions: AT,
    walk: (walk) => inContexts(walk, keys.rounds(walk.id), false),
  },
  tables: {
    lists: /^(?:TABLE(?:#ACTIVE|#ARCHIVED#[^\n]{1,300})?|REFERENCE#[^\n]{1,300})$/u,
    positions: /^(?:[0-9]{16}|-)$/,
    walk: async function* ({ id, each }) {
      yield* [keys.tables(id), keys.activeTables(id)];
      const seen = new Set<string>();
      for await (const { reference = "" } of each(keys.tables(id))) {
        const folded = foldReference(reference);
        if (seen.has(folded)) continue;
        seen.add(folded);
        yield* [keys.archivedTables(id, folded), keys.referenceKey(id, folded).pk];
      }
    },
  },
  "table-versions": {
    lists: new RegExp(`^TABLE#VERSION#${ID}$`),
    positions: AT,
    walk: async function* ({ id, each }) {
      for await (const table of each(keys.tables(id))) yield keys.tableVersions(id, table.id);
    },
  },
  "released-names": {
    lists: /^RELEASED$/,
    positions: /^[^\n]{1,300}#[0-9]{16}$/u,
    walk: async function* ({ id }) {
      yield keys.releasedReferences(id);
    },
  },
  loads: {
    lists: new RegExp(`^LOAD${IN_CONTEXT}$`),
    positions: AT,
    walk: (walk) => inContexts(walk, keys.loads(walk.id)),
  },
  "load-files": {
    lists: new RegExp(`^(?:LOAD#FILE#${ID}|FILE|CONTENT)$`),
    positions: /^(?:[0-9a-f]{64}#)?[0-9]{16}$/,
    walk: async function* ({ id, each }) {
      for await (const load of each(keys.loads(id))) yield keys.loadFiles(id, load.id);
      yield* [keys.files(id), keys.fileContents(id)];
    },
  },
  "load-batches": {
    lists: new RegExp(`^LOAD#INGESTED#${ID}#[0-9]{1,4}$`),
    positions: AT,
    walk: async function* ({ id, each }) {
      for await (const load of each(keys.loads(id)))
        for (let attempt = 1; attempt <= (load.attempt ?? 0); attempt += 1)
          yield keys.ingestedFiles(id, load.id, attempt);
    },
  },
  tasks: {
    lists: new RegExp(`^(?:TASK(?:#ACTIVE)?${IN_CONTEXT}|SNAPSHOT)$`),
    positions: AT,
    walk: async function* (walk) {
      yield* inContexts(walk, keys.tasks(walk.id));
      yield* [keys.activeTasks(walk.id), keys.snapshots(walk.id)];
    },
  },
  "task-keys": {
    lists: new RegExp(`^IDEMPOTENCY#(?:W|[PR]#${ID})$`),
    positions: /^[\s\S]{1,1024}$/,
    walk: async function* ({ id, each }) {
      yield keys.idempotencyKeys(id, "W");
      for await (const project of each(keys.projects(id))) yield keys.idempotencyKeys(id, `P#${project.id}`);
      for await (const round of each(keys.rounds(id))) yield keys.idempotencyKeys(id, `R#${round.id}`);
    },
  },
  artifacts: {
    lists: new RegExp(`^ARTIFACT${IN_CONTEXT}$`),
    positions: AT,
    walk: (walk) => inContexts(walk, keys.artifacts(walk.id)),
  },
  orders: {
    lists: new RegExp(`^ORDER${IN_CONTEXT}$`),
    positions: AT,
    walk: (walk) => inContexts(walk, keys.orders(walk.id)),
  },
  erasures: {
    lists: /^ERASURE$/,
    positions: AT,
    walk: async function* ({ id }) {
      yield keys.erasures(id);
    },
  },
  versions: {
    lists: /^(?:VERSION|TAG)$/,
    positions: /^(?:[0-9]{16}|[a-z][a-z0-9._-]{0,127})$/,
    walk: async function* ({ id }) {
      yield* [keys.versions(id), keys.tags(id)];
    },
  },
};

/** Yields the records of one file, page by page. */
export async function* exportedRecords(scope: WorkspaceScope, name: string): AsyncGenerator<ExportedRecord> {
  const file = RECORD_FILES[name];
  if (!file) throw new Error(`There is no file of records ${name}`);
  const each: Walk["each"] = async function* (list) {
    for await (const { item } of itemsOf(scope, list)) yield item as { id: string };
  };
  const prefix = keys.listsPrefix(scope.id);
  for await (const list of file.walk({ id: scope.id, each }))
    for await (const { sk: position, item } of itemsOf(scope, list))
      if (file.positions.test(position)) yield { list: list.slice(prefix.length), position, item };
}

async function* itemsOf(
  scope: WorkspaceScope,
  list: string,
): AsyncGenerator<{ sk: string; item: Record<string, unknown> }> {
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<Record<string, unknown>>(workspaceDatabase(scope), list, {
      after,
    });
    yield* items;
    if (!more) return;
    after = items.at(-1)?.sk;
  }
}
