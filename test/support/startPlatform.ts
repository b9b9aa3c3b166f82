import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import type { Credentials } from "#local/signature/authorization.ts";
import { startPlatform } from "#local/startPlatform.ts";
import type { Settings } from "#shared/runtime/scope.ts";

declare module "vitest" {
  interface ProvidedContext {
    platformUrl: string;
    idpUrl: string;
    /** State directory, including the secret for calls to the identity provider. */
    dataDirectory: string;
    /** Settings for the functions in region EU, for tests that need more records than requests can create in time. */
    euSettings: Settings;
    /** Credentials accepted by the platform's components. */
    credentials: Credentials;
  }
}

/** One platform for all service tests; each test creates separate workspaces. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "platform-test-"));
  const platform = await startPlatform({
    port: 0,
    dataDirectory,
    environment: {
      // Tests send every operation invalid tokens from one address.
      INVALID_TOKENS_PER_ADDRESS: "1000000",
      // Otherwise a process would start for each of the many workspaces after each of their loads.
      ICEBERG_SNAPSHOTS: "when_read",
    },
  });
  project.provide("platformUrl", platform.url);
  project.provide("idpUrl", platform.idpUrl);
  project.provide("dataDirectory", platform.dataDirectory);
  // Settings passed to tests must not contain functions. Tests that use these settings do not run SQL from other users.
  project.provide("euSettings", {
    ...platform.settings.EU,
    isolation: null,
    callDatabase: null,
    purgeDatabase: null,
    callObjects: null,
  });
  project.provide("credentials", platform.credentials);
  return async () => {
    await platform.close();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
