import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readEnvironment } from "#infra/config.ts";
import { isLargeUpload, operationsOf } from "#infra/constructs/placedFunctions.ts";
import { awsRegionOf, LOCATIONS, names, REGIONS, stackId } from "#infra/names.ts";
import { newApp } from "#infra/newApp.ts";
import { synthesizeApp } from "#infra/synthesizeApp.ts";
import { freePorts } from "#local/freePorts.ts";
import { startIdp } from "#local/idp/startIdp.ts";
import type { RunningAthena } from "#test/support/athena/startAthena.ts";
import { callAws } from "./awsCalls.ts";
import { bootstrap, createSecrets, deploy, type Secrets } from "./deploy.ts";
import { startEdge } from "./edge.ts";
import { startEmulatedAthena } from "./emulatedAthena.ts";
import { endChild, startEmulator } from "./emulator.ts";
import { awsEnvironment, type RunFolder, runFolder } from "./runFolder.ts";
import { keysOf, readTemplates, type Template } from "./templates.ts";
import { type Say, timer } from "./timer.ts";
import { type Plan, planStacks } from "./unknownTypes.ts";
import { startUploads } from "./uploads.ts";

/** Deployment on the emulator. */
export interface Emulation {
  config: Config;
  folder: RunFolder;
  templates: ReadonlyMap<string, Template>;
  plan: Plan;
  /** Endpoint that computes Athena executions. */
  athena: RunningAthena;
  /** Environment for programs that access the emulator as root. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/** Number of ports: three edges, the identity provider, the emulator, and an upload server in each region. */
const PORTS = 7;

/** Minimum total file size of queries that run on Athena, in bytes: larger than one small load, smaller than two. */
const EMBEDDED_BYTES = 2_000;

/**
 * Synthesizes the AWS target and deploys it on a separate emulator together with its surroundings: identity provider, edges,
 * upload servers.
 */
export async function deployEmulated(python: string, say: Say): Promise<Emulation> {
  const folder = await runFolder(await mkdtemp(join(tmpdir(), "emulate-")));
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
    await rm(folder.directory, { recursive: true, force: true });
  };
  endOnSignals(close);
  try {
    const first = await freePorts(PORTS);
    const config = configFor(first);
    const timed = timer(say);
    const values = newSecrets();
    const endpoint = `https://localhost:${first + 4}`;
    const athena = await startEmulatedAthena(config, folder.directory, endpoint);
    closing.push(() => athena.close());
    const [emulator] = await Promise.all([
      startEmulator(python, folder, first + 4, keysOf(config), athena.url),
      synthesizeApp(newApp({ outdir: folder.assembly }), config),
    ]);
    closing.push(() => emulator.close());
    timed("templates synthesized, emulator started");
    const environment = awsEnvironment(folder, first + 4);
    const templates = await readTemplates(folder.assembly);
    const plan = planStacks(templates, JSON.parse(await readFile(folder.types, "utf8")));
    await createSecrets(config, values);
    await bootstrap(folder, config);
    timed("account bootstrapped");
    const failure = await deploy(folder, plan.deployed);
    if (failure) throw new Error(`cdk deploy failed:\n${failure}`);
    timed(`${plan.deployed.length} stacks deployed`);
    for (const [index, place] of LOCATIONS.entries()) {
      const region = REGIONS.find((name) => name === place);
      const uploads = region
        ? { path: uploadPath(config, region), url: new URL(`http://127.0.0.1:${first + 4 + index}`) }
        : null;
      if (region && uploads) {
        const template = templates.get(stackId(region, "Edge"));
        if (!template) throw new Error(`There is no edge of ${region}`);
        const child = await startUploads(folder, config, region, template, first + 4 + index);
        closing.push(() => endChild(child));
      }
      const secret = `${values.origin}-${place.toLowerCase()}`;
      const server = await startEdge(first + index, {
        appUrl: config.appUrl,
        secret,
        api: await apiUrl(config, place),
        uploads,
      });
      closing.push(() => closeServer(server));
    }
    const idp = await startIdp({
      port: first + 3,
      directory: join(folder.directory, "idp"),
      secretDirectory: folder.directory,
      clientId: config.idp.clientId,
      apiKey: values.idpApiKey,
      staffOrgId: config.staffOrgId,
      webhook: { url: `${config.platformUrl}/idp/webhook`, secret: values.idpWebhooks },
    });
    closing.push(() => idp.close());
    timed("edges, servers of uploads and identity provider started");
    return { config, folder, templates, plan, athena, environment, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Closes the emulation and exits this process when a user interrupts it. */
function endOnSignals(close: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)));
  }
}

/** Example settings, with addresses on this machine. */
function configFor(first: number): Config {
  const url = (index: number): string => `http://127.0.0.1:${first + index}`;
  const { idp } = readEnvironment("example");
  return readEnvironment("example", {
    appUrl: url(0),
    platformUrl: url(0),
    regionUrls: { EU: url(1), US: url(2) },
    sql: { embeddedBytes: EMBEDDED_BYTES },
    idp: { ...idp, issuer: url(3), authUrl: url(3), apiUrl: url(3) },
  });
}

function newSecrets(): Secrets {
  const secret = (): string => randomBytes(16).toString("hex");
  return { idpApiKey: secret(), idpWebhooks: secret(), docsPortal: secret(), origin: secret() };
}

function uploadPath(config: Config, region: (typeof REGIONS)[number]): RegExp {
  const upload = operationsOf(config, region).find(isLargeUpload);
  if (!upload) throw new Error(`${region} takes no uploads`);
  return new RegExp(`^${upload.operation.contract.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/** Returns the URL of a place's API on the emulator. */
export async function apiUrl(config: Config, place: (typeof LOCATIONS)[number]): Promise<URL> {
  const region = awsRegionOf(config, place);
  const answer = await callAws({ service: "apigateway", region, method: "GET", path: "/restapis" });
  const { item, items = item } = JSON.parse(answer) as Record<string, { id: string; name: string }[]>;
  const api = items?.find(({ name }) => name === names.api(place));
  if (!api) throw new Error(`The emulator has no API of ${place}`);
  return new URL(`/restapis/${api.id}/prod/_user_request_`, process.env.AWS_ENDPOINT_URL);
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
