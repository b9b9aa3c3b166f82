import type { Column } from "@pdp/basics/columns";
import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { gzipText } from "#shared/objects/gzipText.ts";
import { icebergFactsKey, icebergFactsPrefix } from "#shared/objects/keys.ts";
import { jsonIfPresent, listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { DerivedObjects } from "./derivedObjects.ts";
import type { VersionFacts } from "./tableMetadata.ts";

/** Version of a table that has rows or columns, and the key of its manifest. */
export interface ManifestVersion {
  version_id: string;
  manifest_key: string;
}

/** Facts about a version that are read from its manifest. */
export type Facts = Omit<VersionFacts & ManifestVersion, "version_id">;

/** Facts about a block of versions as they are stored: `columns` is an index into the lists of columns. */
interface StoredFacts {
  columns: Column[][];
  manifests: (Omit<Facts, "columns"> & { columns: number })[];
}

/** Numbers of consecutive versions that one object summarizes, largest first; each is a multiple of the next. */
export const BLOCK_SIZES = [512, 16] as const;
/** Maximum number of objects that are read at once. */
const MAX_CONCURRENT = 32;

/**
 * Stored summaries of a table's versions, in blocks of consecutive versions. A summary states that the snapshots of its
 * manifests are stored: it is written after them, and an erasure deletes only snapshots of manifests that it has replaced.
 */
export class VersionSummaries {
  readonly #scope: WorkspaceScope;
  readonly #versions: readonly ManifestVersion[];
  readonly #stored: Set<string>;

  private constructor(scope: WorkspaceScope, versions: readonly ManifestVersion[], stored: Set<string>) {
    this.#scope = scope;
    this.#versions = versions;
    this.#stored = stored;
  }

  /** Lists the summaries of a table with these versions. */
  static async of(
    scope: WorkspaceScope,
    tableId: string,
    versions: readonly ManifestVersion[],
  ): Promise<VersionSummaries> {
    const stored = new Set<string>();
    for await (const { key } of listObjects(scope, icebergFactsPrefix(scope.id, tableId), null))
      stored.add(key);
    return new VersionSummaries(scope, versions, stored);
  }

  /** Adds the facts about the summarized versions to `factsByKey`. Reads no summary of versions that are all known. */
  async readInto(factsByKey: Map<string, Facts>): Promise<void> {
    for (const size of BLOCK_SIZES) {
      const isKnown = (end: number): boolean =>
        this.#versions.slice(end - size, end).every((version) => factsByKey.has(version.manifest_key));
      const ends: number[] = [];
      for (let end = size; end <= this.#versions.length; end += size) {
        if (!isKnown(end) && this.#stored.has(this.#keyOf(end, size))) ends.push(end);
      }
      for (let start = 0; start < ends.length; start += MAX_CONCURRENT) {
        const some = ends.slice(start, start + MAX_CONCURRENT);
        const blocks = await Promise.all(
          some.map((end) => jsonIfPresent<StoredFacts>(this.#scope, this.#keyOf(end, size))),
        );
        for (const facts of blocks.flatMap(factsOfBlock)) factsByKey.set(facts.manifest_key, facts);
        // A summary of manifests that an erasure has replaced is written again.
        for (const end of some) if (!isKnown(end)) this.#stored.delete(this.#keyOf(end, size));
      }
    }
  }

  /** Writes the summaries of blocks that end with the first `end` versions, if their snapshots are stored. */
  async write(objects: DerivedObjects, end: number, factsByKey: ReadonlyMap<string, Facts>): Promise<void> {
    for (const size of BLOCK_SIZES) {
      if (end === 0 || end % size !== 0) continue;
      const key = this.#keyOf(end, size);
      if (this.#stored.has(key)) continue;
      const block = this.#versions
        .slice(end - size, end)
        .flatMap((version) => factsByKey.get(version.manifest_key) ?? []);
      if (block.length < size) continue;
      await objects.put(key, await gzipText(textOfBlock(block)), "application/gzip");
    }
  }

  #keyOf(end: number, size: number): string {
    return icebergFactsKey(this.#versions[end - 1]?.manifest_key ?? "", size);
  }
}

/** Returns the facts that the manifest of a version states. */
export function factsOf(
  manifest_key: string,
  { columns, rows, bytes, segments }: Pick<Manifest, "columns" | "rows" | "bytes" | "segments">,
): Facts {
  const files = segments.reduce((sum, segment) => sum + segment.files, 0);
  return { manifest_key, columns, rows, bytes, files };
}

function factsOfBlock(stored: StoredFacts | null): Facts[] {
  if (!stored) return [];
  return stored.manifests.map((facts) => ({ ...facts, columns: stored.columns[facts.columns] ?? [] }));
}

function textOfBlock(block: readonly Facts[]): string {
  const indexes = new Map<string, number>();
  const manifests = block.map((facts) => {
    const text = JSON.stringify(facts.columns);
    const columns = indexes.get(text) ?? indexes.size;
    indexes.set(text, columns);
    return { ...facts, columns };
  });
  return `{"columns":[${[...indexes.keys()].join(",")}],"manifests":${JSON.stringify(manifests)}}`;
}
