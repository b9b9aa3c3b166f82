import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#infra/config.ts";
import { awsRegionOf, bucketArn, LOCATIONS, names, tableArn } from "#infra/names.ts";
import type { Keys } from "./emulator.ts";

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what properties there are depends on the type of the resource.
  Properties?: any;
}

export interface Template {
  Resources: Record<string, Resource>;
}

/** Reads the synthesized templates, by stack name. */
export async function readTemplates(assembly: string): Promise<Map<string, Template>> {
  const suffix = ".template.json";
  const files = (await readdir(assembly)).filter((name) => name.endsWith(suffix)).sort();
  const read = async (file: string) =>
    [file.slice(0, -suffix.length), JSON.parse(await readFile(join(assembly, file), "utf8"))] as const;
  return new Map(await Promise.all(files.map(read)));
}

export function ofType({ Resources }: Template, type: string): [id: string, Resource][] {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type);
}

/** Returns the encryption keys of tables and buckets: the emulator itself does not decide about encryption. */
export function keysOf(config: Config): Keys {
  const keys: Keys = {};
  for (const place of LOCATIONS) {
    const key: Keys[string] = [names.keyAlias(place), awsRegionOf(config, place)];
    keys[tableArn(config, place)] = key;
    keys[bucketArn(config, place)] = key;
  }
  return keys;
}
