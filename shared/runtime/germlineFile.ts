import { open } from "node:fs/promises";
import {
  domainsOfChains,
  type Germlines,
  MAX_GERMLINE_BYTES,
  type ReadGermlines,
  readGermlines,
  tooLarge,
} from "@pdp/science/antibodies";
import type { PlatformScope } from "./scope.ts";

/** Files that this process has read, by path. They do not change while a deployment runs. */
const read = new Map<string, Promise<ReadGermlines>>();

/** Reads the operator's file of germline genes. Throws an error that names the file, the line and the reason if it cannot be used. */
export function readGermlineFile(path: string): Promise<ReadGermlines> {
  const known = read.get(path) ?? parseFile(path);
  read.set(path, known);
  return known;
}

async function parseFile(path: string): Promise<ReadGermlines> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_GERMLINE_BYTES + 1) });
      if (bytesRead > MAX_GERMLINE_BYTES) throw tooLarge();
      return readGermlines(buffer.toString("utf8", 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new Error(`GERMLINES_FILE: ${path} cannot be used. ${(error as Error).message}`, { cause: error });
  }
}

/** Describes what was read: "603 V and 34 J genes; 103 are not usable, 0 are of other kinds". */
export function germlineWords({ used, unusable, others }: ReadGermlines): string {
  return `${used.v} V and ${used.j} J genes; ${unusable.length} are not usable, ${others} are of other kinds`;
}

/** Returns the operator's germline genes for an antibody; null for other proteins, and if the operator provides none. */
export async function germlinesFor({ settings }: PlatformScope, sequence: string): Promise<Germlines | null> {
  const path = settings.germlinesFile;
  if (path === null) return null;
  const isAntibody = domainsOfChains(sequence, "IMGT").length > 0;
  return isAntibody ? (await readGermlineFile(path)).germlines : null;
}
