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
    /** Directory of the state, with the secret of calls of the identity provider. */
    dataDirectory: string;
    /** Settings of the functions of region EU, for tests that need more records than requests can create in time. */
    euSettings: Settings;
    /** Credentials that the parts of the platform accept. */
    credentials: Credentials;
  }
}

/** One platform for all tests of the service: each test creates separate workspaces. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "platform-test-"));
  const platform = await startPlatform({ port: 0, dataDirectory });
  project.provide("platformUrl", platform.url);
  project.provide("idpUrl", platform.idpUrl);
  project.provide("dataDirectory", platform.dataDirectory);
  // Functions cannot be passed on, and tests that use these settings run no SQL of others.
  project.provide("euSettings", {
    ...platform.settings.EU,
    isolation: null,
    callDatabase: null,
    callObjects: null,
  });
  project.provide("credentials", platform.credentials);
  return async () => {
    await platform.close();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
