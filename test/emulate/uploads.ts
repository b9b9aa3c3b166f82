import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#infra/config.ts";
import { names, type RegionName } from "#infra/names.ts";
import { assumeNewRole, type Policies } from "./roles.ts";
import type { RunFolder } from "./runFolder.ts";
import { ofType, type Template } from "./templates.ts";

interface InlinePolicy {
  PolicyName: string;
  PolicyDocument: object;
}

/**
 * Runs the upload server as its stack would: the same bundle, with the role and the environment from the template. Resolves
 * once it is listening.
 */
export async function startUploads(
  folder: RunFolder,
  config: Config,
  region: RegionName,
  template: Template,
  port: number,
): Promise<ChildProcess> {
  const [[, revision] = []] = ofType(template, "AWS::Lambda::WebFunctionRevision");
  const roleName = names.function(region, "uploads");
  const [, role] =
    ofType(template, "AWS::IAM::Role").find(([, { Properties }]) => Properties.RoleName === roleName) ?? [];
  if (!revision || !role) throw new Error(`The edge of ${region} has no server of uploads`);
  const policies: Policies = Object.fromEntries(
    (role.Properties.Policies as InlinePolicy[]).map(({ PolicyName, PolicyDocument }) => [
      PolicyName,
      PolicyDocument,
    ]),
  );
  const variables = revision.Properties.ServiceConfig.EnvironmentVariables as Record<string, string>;
  const log = createWriteStream(join(folder.directory, `uploads-${region}.log`));
  const child = spawn(process.execPath, [join(folder.assembly, "functions", "uploads", "index.mjs")], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...variables,
      ...(await assumeNewRole(config, roleName, policies)),
      AWS_REGION: config.regions[region],
      UPLOADS_ENDPOINT: `127.0.0.1:${port}`,
    },
  });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  while (child.exitCode === null) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) return child;
    await sleep(50);
  }
  throw new Error(`The server of uploads of ${region} did not start: see uploads-${region}.log`);
}
