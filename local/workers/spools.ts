import { mkdir } from "node:fs/promises";
import { SpooledStream, type SpoolOptions, SpoolSpace } from "./spooledStream.ts";
import { SPOOL_BYTES } from "./workLimits.ts";

/** Disk space for unread results, limited per workspace. */
export class Spools {
  readonly #folder: string;
  readonly #spaces = new Map<string, SpoolSpace>();
  #made: Promise<unknown> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  wrap(
    workspaceId: string,
    source: AsyncIterableIterator<Uint8Array>,
    options: Pick<SpoolOptions, "stallMs" | "signal" | "giveWay">,
  ): SpooledStream {
    const space = this.#spaces.get(workspaceId) ?? new SpoolSpace(SPOOL_BYTES);
    this.#spaces.set(workspaceId, space);
    return new SpooledStream(source, { ...options, space, folder: () => this.#makeFolder() });
  }

  async #makeFolder(): Promise<string> {
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#made;
    return this.#folder;
  }
}
