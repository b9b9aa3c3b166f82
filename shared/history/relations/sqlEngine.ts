import { join } from "node:path";
import { athenaClient } from "#shared/engines/athena/athenaClient.ts";
import { type AthenaRuntime, athenaRuntime } from "#shared/engines/athena/athenaEngine.ts";
import { glueClient } from "#shared/engines/athena/glueClient.ts";
import { parseS3Uri } from "#shared/engines/athena/s3Place.ts";
import { duckdbEngine } from "#shared/engines/duckdb/duckdbEngine.ts";
import type { SqlEngine } from "#shared/engines/engine.ts";
import { holdDataFile } from "#shared/objects/locate.ts";
import { objectStore } from "#shared/objects/objects.ts";
import type { AthenaSettings } from "#shared/runtime/environment.ts";
import { perTenant } from "#shared/runtime/perTenant.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Maximum number of engines kept by one process if each workspace has separate credentials. */
const MAX_TENANTS = 4;

const runtimes = perTenant(startRuntime, MAX_TENANTS, (runtime) => void runtime.close());

/** Returns the SQL engine of a workspace. It can only access the files named in each query. */
export function sqlEngine(scope: WorkspaceScope): SqlEngine {
  return runtimes(scope).engineOf(scope.id);
}

function startRuntime(scope: WorkspaceScope): Pick<AthenaRuntime, "engineOf" | "close"> {
  const { athena } = scope.settings;
  return athena ? onAthena(scope, athena) : embedded(scope);
}

function embedded(scope: WorkspaceScope): Pick<AthenaRuntime, "engineOf" | "close"> {
  const engine = duckdbEngine({
    // Keys include the workspace's id, and a deployment serves a single region, so all its queries use this bucket.
    hold: (key) => holdDataFile(scope, key),
    temporaryDirectory: join(scope.settings.scratchDirectory, "sql"),
    timeoutMs: scope.settings.queryTimeoutSeconds * 1000,
  });
  return { engineOf: () => engine, close: () => engine.close() };
}

/**
 * Returns the Athena runtime of a deployment, which serves a single region, so that all its queries use these clients and this
 * bucket.
 */
function onAthena(scope: WorkspaceScope, athena: AthenaSettings): AthenaRuntime {
  const { output, timeoutSeconds, embeddedBytes, ...names } = athena;
  const { client: s3, bucket } = objectStore(scope);
  return athenaRuntime({
    athena: athenaClient(scope),
    glue: glueClient(scope),
    ...names,
    s3,
    bucket,
    output: parseS3Uri(output),
    timeoutMs: timeoutSeconds * 1000,
    small:
      embeddedBytes === null
        ? undefined
        : {
            maxBytes: embeddedBytes,
            hold: (key) => holdDataFile(scope, key),
            timeoutMs: scope.settings.queryTimeoutSeconds * 1000,
          },
    scratchDirectory: join(scope.settings.scratchDirectory, "athena"),
  });
}
