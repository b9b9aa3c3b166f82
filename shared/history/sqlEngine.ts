import { join } from "node:path";
import { locate } from "#shared/lake/locate.ts";
import type { Settings } from "#shared/runtime/environment.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { duckdbEngine } from "#shared/sql/duckdb.ts";
import type { SqlEngine } from "#shared/sql/engine.ts";

const engines = new WeakMap<Settings, SqlEngine>();

/** The SQL engine of a deployment. It is given the files of each query one by one and finds nothing else. */
export function sqlEngine(scope: WorkspaceScope): SqlEngine {
  const known = engines.get(scope.settings);
  if (known) return known;
  const engine = duckdbEngine({
    // Keys carry the workspace's id, and one deployment serves one region: this is the bucket of every query it runs.
    locate: (key) => locate(scope, key),
    temporaryDirectory: join(scope.settings.scratchDirectory, "sql"),
  });
  engines.set(scope.settings, engine);
  return engine;
}
