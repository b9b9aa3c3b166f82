import { join } from "node:path";
import type { CloudAssembly } from "aws-cdk-lib/cx-api";
import { type WrittenConsole, writeFiles } from "#build/console/writeConsole.ts";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { steps } from "#functions/steps.ts";
import { type Bundle, bundleOfFiles, CANARY, UPLOADS } from "#infra/bundle.ts";
import { type Config, parseConfig } from "#infra/config.ts";
import { newApp } from "#infra/newApp.ts";
import { buildStacks } from "#infra/stacks/buildStacks.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what properties there are depends on the type of the resource.
  Properties?: any;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

export interface SynthesizedStack {
  name: string;
  region: string;
  /** True if CloudFormation refuses to delete it. */
  isProtected: boolean;
  resources: Record<string, Resource>;
}

export const ACCOUNT = "111111111111";

/** Complete deployment settings. */
export function exampleContext(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    account: ACCOUNT,
    homeRegion: "eu-central-1",
    regions: { EU: "eu-central-1", US: "us-east-1" },
    staffOrgId: "org_staff",
    appUrl: "https://app.example.org",
    platformUrl: "https://api.example.org",
    regionUrls: { EU: "https://eu.api.example.org", US: "https://us.api.example.org" },
    idp: {
      issuer: "https://idp.example.org",
      clientId: "client_example",
      authUrl: "https://idp.example.org",
      apiUrl: "https://idp.example.org",
      apiKeySecret: "platform/idp-api-key",
      webhooks: { secret: "platform/idp-webhooks" },
    },
    docsPortal: { url: "https://docs.example.org", secret: "platform/docs-portal" },
    edge: {
      certificateArn: `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/00000000-0000-0000-0000-000000000000`,
      originSecret: "platform/origin",
    },
    canary: {
      EU: { workspace: "canary-eu", secret: "platform/canary-eu" },
      US: { workspace: "canary-us", secret: "platform/canary-us" },
    },
    alarmEmails: ["operations@example.org"],
    ...changes,
  };
}

/** Deployment that runs SQL on Athena, with the larger tier for one workspace. */
export const ON_ATHENA = { sql: { engine: "athena", largeWorkspaces: ["21"] } };

export interface Synthesized {
  config: Config;
  stacks: SynthesizedStack[];
}

const known = new Map<string, Synthesized>();

/** Templates of all stacks as used by CloudFormation, synthesized once per set of changes. */
export function synthesize(changes: Record<string, unknown> = {}): Synthesized {
  const key = JSON.stringify(changes);
  const made = known.get(key) ?? synthesizeAnew(changes);
  known.set(key, made);
  return made;
}

function synthesizeAnew(changes: Record<string, unknown>): Synthesized {
  const config = parseConfig(exampleContext(changes));
  return { config, stacks: stacksOf(synthesizeInto(temporaryFolder("stacks"), config)) };
}

/** Writes the templates of all stacks to a folder, with an empty console and empty functions. */
export function synthesizeInto(outdir: string, config: Config): CloudAssembly {
  // CDK's own validation takes two thirds of a synthesis, and only warns; `npm run synth` shows its warnings.
  const app = newApp({ outdir, builtinCloudFormationValidation: false });
  buildStacks(app, config, smallBundles(outdir), smallConsole(outdir));
  return app.synth();
}

/** Empty code for each function; code affects only the hashes in a template. */
function smallBundles(directory: string): Record<string, Bundle> {
  const names = [
    ...Object.keys(operations),
    ...Object.keys(steps),
    ...Object.keys(documentation),
    UPLOADS,
    CANARY,
  ];
  return Object.fromEntries(
    names.map((name) => [
      name,
      bundleOfFiles(join(directory, "functions", name), { "index.mjs": `// ${name}\n` }),
    ]),
  );
}

/** Files of an empty console; their contents affect only the hashes in a template. */
function smallConsole(outdir: string): WrittenConsole {
  const write = (name: string, path: string) =>
    writeFiles(join(outdir, name), new Map([[path, new TextEncoder().encode(path)]]));
  return { assets: write("assets", "/assets/main.js"), pages: write("pages", "/index.html") };
}

function stacksOf(assembly: CloudAssembly): SynthesizedStack[] {
  return assembly.stacks.map(({ stackName, environment, template, terminationProtection = false }) => ({
    name: stackName,
    region: environment.region,
    isProtected: terminationProtection,
    resources: template.Resources as Record<string, Resource>,
  }));
}

export interface Found {
  stack: SynthesizedStack;
  id: string;
  resource: Resource;
}

/** All resources of a type, with their locations. */
export function ofType(stacks: readonly SynthesizedStack[], type: string): Found[] {
  return all(stacks).filter(({ resource }) => resource.Type === type);
}

export function all(stacks: readonly SynthesizedStack[]): Found[] {
  return stacks.flatMap((stack) =>
    Object.entries(stack.resources).map(([id, resource]) => ({ stack, id, resource })),
  );
}
