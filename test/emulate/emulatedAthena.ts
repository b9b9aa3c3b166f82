import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import type { Config } from "#infra/config.ts";
import { names, REGIONS, SQL_TIERS } from "#infra/names.ts";
import { glueCalls } from "#shared/engines/athena/glueClient.ts";
import type { Access } from "#test/support/athena/executions.ts";
import type { GlueTable } from "#test/support/athena/glueCatalog.ts";
import { type RunningAthena, startAthena } from "#test/support/athena/startAthena.ts";

const GIGABYTE = 1024 ** 3;

/**
 * Starts the endpoint that computes Athena executions for the emulator, which decides who may start them. It reads tables and
 * objects from the emulator as the caller of each execution.
 */
export async function startEmulatedAthena(
  config: Config,
  directory: string,
  endpoint: string,
): Promise<RunningAthena> {
  const accesses = new Map<string, Access>();
  const workgroups = REGIONS.flatMap((region) =>
    SQL_TIERS.map((tier) => [
      names.workgroup(region, tier),
      { maxBytes: config.sql.scanGigabytes[tier] * GIGABYTE },
    ]),
  );
  return startAthena({
    s3: new S3Client({ region: config.homeRegion, endpoint, forcePathStyle: true }),
    directory: join(directory, "tmp"),
    workgroups: Object.fromEntries(workgroups),
    accessOf: (headers) => {
      const key = `${headers["x-caller-region"]} ${headers["x-caller-key"]}`;
      const access = accesses.get(key) ?? accessOf(headers, endpoint);
      accesses.set(key, access);
      return access;
    },
  });
}

function accessOf(headers: IncomingHttpHeaders, endpoint: string): Access {
  const header = (name: string): string => String(headers[`x-caller-${name}`]);
  const credentials = {
    accessKeyId: header("key"),
    secretAccessKey: header("secret"),
    sessionToken: header("token"),
  };
  const region = header("region");
  const glue = glueCalls({ region, endpoint, credentials });
  return {
    s3: new S3Client({ region, endpoint, forcePathStyle: true, credentials }),
    copies: new Map(),
    tableOf: async (DatabaseName, Name) => {
      // Athena also makes this call before each query.
      await glue.call("GetDatabase", { Name: "default" }).catch(ignoreMissing);
      const { Table } = await glue.call<{ Table?: GlueTable }>("GetTable", { DatabaseName, Name });
      return Table;
    },
  };
}

function ignoreMissing(error: Error): void {
  if (error.name !== "EntityNotFoundException") throw error;
}
