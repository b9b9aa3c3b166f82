import type { Column } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { LRUCache } from "lru-cache";
import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { icebergFactsKey } from "#shared/objects/keys.ts";
import { getJson, jsonIfPresent } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { TableVersion } from "#shared/store/tableVersions.ts";
import { putDerived } from "./derivedObjects.ts";
import type { VersionFacts } from "./tableMetadata.ts";

/** Version of a table, and the key of its manifest. */
export interface KnownVersion extends VersionFacts {
  manifest_key: string;
}

/** Facts about a version that are read from its manifest. */
type Facts = Omit<KnownVersion, "version_id">;

/** Facts about a block of versions as they are stored: `columns` is an index into the lists of columns. */
interface StoredFacts {
  columns: Column[][];
  manifests: (Omit<Facts, "columns"> & { columns: number })[];
}

const MAX_KNOWN_MANIFESTS = 20_000;
/** Number of consecutive versions that one object describes; also the maximum number of concurrent reads. */
export const BLOCK_VERSIONS = 32;

const known = new LRUCache<string, Facts>({ max: MAX_KNOWN_MANIFESTS });

export interface FactsOptions {
  /** Returns whether an object exists in the table's folder for Iceberg. */
  has: (key: string) => boolean;
  /** Time after which no further block is read, in milliseconds since 1970. */
  deadline: number;
}

/**
 * Returns the facts about versions that go into their snapshots. Each process reads a manifest only once; blocks of manifests
 * are summarized in objects, so that another process reads few objects. At the deadline, the function throws an error; the
 * next call resumes after the last block.
 */
export async function versionFacts(
  scope: WorkspaceScope,
  versions: readonly TableVersion[],
  options: FactsOptions,
): Promise<KnownVersion[]> {
  const described = versions.flatMap(({ version_id, manifest_key }) =>
    manifest_key === null ? [] : [{ version_id, manifest_key }],
  );
  const { bucket } = scope.settings.regions[scope.region];
  const found = new Map<string, Facts>();
  const store = `${scope.settings.platformUrl}\n${bucket}\n`;
  const note = (facts: Facts): void => {
    found.set(facts.manifest_key, facts);
    known.set(store + facts.manifest_key, facts);
  };
  for (const { manifest_key } of described) {
    const facts = known.get(store + manifest_key);
    if (facts) found.set(manifest_key, facts);
  }
  const isUnread = ({ manifest_key }: { manifest_key: string }): boolean => !found.has(manifest_key);
  const blocks: (typeof described)[] = [];
  for (let start = 0; start < described.length; start += BLOCK_VERSIONS) {
    blocks.push(described.slice(start, start + BLOCK_VERSIONS));
  }
  const summarized = blocks
    .filter((block) => block.some(isUnread))
    .flatMap((block) => keyOfBlock(block) ?? [])
    .filter((key) => options.has(key));
  for (let start = 0; start < summarized.length; start += BLOCK_VERSIONS) {
    const some = summarized.slice(start, start + BLOCK_VERSIONS);
    await Promise.all(some.map(async (key) => (await readBlock(scope, key)).forEach(note)));
  }
  let isFirst = true;
  for (const block of blocks) {
    const unread = new Set(block.filter(isUnread).map(({ manifest_key }) => manifest_key));
    if (unread.size === 0) continue;
    if (!isFirst && Date.now() > options.deadline) throw historyNotRead();
    isFirst = false;
    await Promise.all([...unread].map(async (key) => note(factsOf(key, await getJson(scope, key)))));
    const key = keyOfBlock(block);
    if (key !== null && !options.has(key)) await writeBlock(scope, key, block, found);
  }
  return withSharedColumns(described, found);
}

/** Returns the key of the object that summarizes a block; null for the last versions if they do not fill a block. */
function keyOfBlock(block: readonly { manifest_key: string }[]): string | null {
  const last = block.at(BLOCK_VERSIONS - 1);
  return last === undefined ? null : icebergFactsKey(last.manifest_key);
}

async function readBlock(scope: WorkspaceScope, key: string): Promise<Facts[]> {
  const stored = await jsonIfPresent<StoredFacts>(scope, key);
  if (!stored) return [];
  return stored.manifests.map((one) => ({ ...one, columns: stored.columns[one.columns] ?? [] }));
}

async function writeBlock(
  scope: WorkspaceScope,
  key: string,
  block: readonly { manifest_key: string }[],
  found: ReadonlyMap<string, Facts>,
): Promise<void> {
  const indexes = new Map<string, number>();
  const manifests = block.flatMap(({ manifest_key }) => {
    const facts = found.get(manifest_key);
    if (!facts) return [];
    const text = JSON.stringify(facts.columns);
    const columns = indexes.get(text) ?? indexes.size;
    indexes.set(text, columns);
    return [{ ...facts, columns }];
  });
  const lists = [...indexes.keys()].join(",");
  const content = `{"columns":[${lists}],"manifests":${JSON.stringify(manifests)}}`;
  await putDerived(scope, key, content, "application/json");
}

/**
 * Returns the versions with their facts. Most versions have the same columns as the previous version; the columns are then
 * kept in memory only once.
 */
function withSharedColumns(
  described: readonly { version_id: string; manifest_key: string }[],
  found: ReadonlyMap<string, Facts>,
): KnownVersion[] {
  const byText = new Map<string, readonly Column[]>();
  const shared = new Map<readonly Column[], readonly Column[]>();
  return described.map(({ version_id, manifest_key }) => {
    const facts = found.get(manifest_key);
    if (!facts) throw new Error(`The manifest ${manifest_key} was not read`);
    let columns = shared.get(facts.columns);
    if (!columns) {
      const text = JSON.stringify(facts.columns);
      columns = byText.get(text) ?? facts.columns;
      byText.set(text, columns);
      shared.set(facts.columns, columns);
    }
    facts.columns = columns;
    return { ...facts, version_id, columns };
  });
}

function factsOf(manifest_key: string, { columns, rows, bytes, segments }: Manifest): Facts {
  const files = segments.reduce((sum, segment) => sum + segment.files, 0);
  return { manifest_key, columns, rows, bytes, files };
}

/** Returns the error for a history that takes longer to read than a single request allows, or that was not read to the end. */
export function historyNotRead(): DomainError {
  const message = "The history of this table is still being read. Load the table again in a moment.";
  return new DomainError("unavailable", "history_not_read", message);
}
