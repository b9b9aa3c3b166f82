import type { Load } from "#client/loadHandle.ts";

/** Omits loads that contain only task tables. */
export async function* loadsOfFiles(loads: AsyncIterable<Load>): AsyncGenerator<Load> {
  for await (const load of loads) {
    const references = Object.keys(load.tables);
    if (references.length === 0 || references.some((name) => !name.startsWith("tasks."))) yield load;
  }
}
