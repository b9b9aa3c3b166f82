import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "#infra/config.ts";
import { callAws } from "./awsCalls.ts";
import type { RunFolder } from "./runFolder.ts";

const CDK = resolve(import.meta.dirname, "../../node_modules/aws-cdk/bin/cdk");

/** Number of stacks that are deployed concurrently. */
const CONCURRENCY = 4;

/** Secret values named in the settings, by purpose. */
export interface Secrets {
  idpApiKey: string;
  idpWebhooks: string;
  docsPortal: string;
  origin: string;
}

/** Creates the secrets in the AWS region of each place. */
export async function createSecrets(config: Config, values: Secrets): Promise<void> {
  const { idp, docsPortal, edge } = config;
  const named = [
    [idp.apiKeySecret, values.idpApiKey],
    [idp.webhooks?.secret, values.idpWebhooks],
    [docsPortal?.secret, values.docsPortal],
    [edge?.originSecret, values.origin],
  ];
  for (const region of awsRegions(config)) {
    for (const [Name, SecretString] of named) {
      if (!Name) continue;
      const input = { Name, SecretString, ClientRequestToken: crypto.randomUUID() };
      await callAws({ service: "secretsmanager", region, operation: ["secretsmanager.CreateSecret", input] });
    }
  }
}

/** Creates what CDK needs in the account, as before a first deployment. */
export async function bootstrap(folder: RunFolder, config: Config): Promise<void> {
  const environments = awsRegions(config).map((region) => `aws://${config.account}/${region}`);
  const { code, text } = await cdk(folder, "bootstrap", ["bootstrap", "--app", "", ...environments]);
  if (code !== 0) throw new Error(`cdk bootstrap failed: ${text.slice(-2000)}`);
}

/** Deploys stacks as synthesized. Returns the end of CDK's output if the deployment fails, otherwise null. */
export async function deploy(folder: RunFolder, stacks: readonly string[]): Promise<string | null> {
  const options = ["--exclusively", "--require-approval", "never", "--concurrency", String(CONCURRENCY)];
  const args = ["deploy", "--app", folder.assembly, ...stacks, ...options];
  const { code, text } = await cdk(folder, `deploy-${stacks[0]}`, args);
  return code === 0 ? null : text.slice(-4000);
}

async function cdk(folder: RunFolder, name: string, args: string[]): Promise<{ code: number; text: string }> {
  const log = resolve(folder.directory, `${name}.log`);
  const file = createWriteStream(log);
  await once(file, "open");
  const env = { ...process.env, CI: "true", CDK_DISABLE_VERSION_CHECK: "1", NO_COLOR: "1" };
  const child = spawn(process.execPath, [CDK, ...args], {
    cwd: folder.directory,
    stdio: ["ignore", file, file],
    env,
  });
  const [code] = await once(child, "exit");
  file.close();
  return { code: code ?? 1, text: await readFile(log, "utf8") };
}

export function awsRegions({ homeRegion, regions }: Config): string[] {
  return [...new Set([homeRegion, regions.EU, regions.US])];
}
