import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DomainError } from "@pdp/basics/errors";
import { steps } from "#functions/steps.ts";
import { RESULTS_FOLDER } from "#infra/names.ts";
import { FreshRequests } from "#shared/http/gateway/freshRequests.ts";
import { type Environment, settingsFrom } from "#shared/runtime/environment.ts";
import type { DatabaseCall, Settings } from "#shared/runtime/scope.ts";
import { allMachines } from "./allMachines.ts";
import { stepOfArn } from "./arns.ts";
import { ConsoleSite } from "./consoleSite.ts";
import { Cors } from "./cors.ts";
import { purgeDatabase } from "./database/purgeDatabase.ts";
import { startDynamodb } from "./database/startDynamodb.ts";
import { gateways } from "./gateways.ts";
import { germlineSetting } from "./germlineSetting.ts";
import { startIdp } from "./idp/startIdp.ts";
import { keepPrivate } from "./keepPrivate.ts";
import { closeServer, listen } from "./listen.ts";
import { newSecret, useLocalCredentials } from "./localCredentials.ts";
import { LOCAL, localEnvironment, type Place } from "./localEnvironment.ts";
import { lockDirectory } from "./lockDirectory.ts";
import { memoryBudget } from "./memorySetting.ts";
import { startS3 } from "./s3/startS3.ts";
import type { Credentials } from "./signature/authorization.ts";
import type { Invoke } from "./states/scope.ts";
import { startStates } from "./states/startStates.ts";
import { sweepRegularly } from "./sweepRegularly.ts";
import { certificateFiles } from "./tls/certificateFiles.ts";
import { type SecureServer, tlsServer } from "./tls/tlsServer.ts";
import { localIsolation } from "./workers/localIsolation.ts";
import { workerAccess } from "./workers/workerAccess.ts";

export interface PlatformOptions {
  /** Platform port; the ports of the regions, the identity provider and the TLS regions follow. 0 selects any six free ports. */
  port: number;
  dataDirectory: string;
  /** Settings to pass on, such as IDP_WEBHOOK_SECRET. */
  environment?: Environment;
  /** Called with the reason if the platform can no longer work, because its database cannot be started again. */
  onLost?: (reason: Error) => void;
}

export interface Platform {
  url: string;
  euUrl: string;
  usUrl: string;
  idpUrl: string;
  /** URLs with TLS, and the file with the certificate that clients must trust. */
  tls: { url: string; euUrl: string; usUrl: string; certificatePath: string };
  /** State directory, as an absolute path. */
  dataDirectory: string;
  /** Program that serves as DynamoDB. */
  engine: string;
  /** Describes the operator's germline genes; null if there are none. */
  germlines: string | null;
  /** Credentials accepted by the components. */
  credentials: Credentials;
  /** Settings of the functions, by endpoint. */
  settings: Record<Place, Settings>;
  close: () => Promise<void>;
}

/** Context of the functions of one endpoint. */
interface Site {
  environment: Environment;
  settings: Settings;
}

type Sites = Record<Place, Site>;

/** Offset of the TLS ports from the first port. */
const TLS_PORT_OFFSET = 4;
/** Age after which query results in the object store are removed, in milliseconds. */
const RESULT_LIFETIME_MS = 86_400_000;

/** Starts the whole platform in this process. On failure, stops the components that were started. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startAll(options, stops)), close: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startAll(
  { port, dataDirectory, environment = {}, onLost = () => undefined }: PlatformOptions,
  stops: (() => Promise<void>)[],
): Promise<Omit<Platform, "close">> {
  const directory = resolve(dataDirectory);
  const germlines = await germlineSetting(environment.GERMLINES_FILE);
  let sites: Sites | null = null;
  const requests = new FreshRequests();
  const cors = new Cors(environment.APP_URL);
  const site = new ConsoleSite(() => {
    const { platform } = sitesOrThrow(sites);
    return {
      platformUrl: platform.settings.platformUrl,
      regionUrls: Object.values(platform.settings.regions).map(({ apiUrl }) => apiUrl),
      idpUrl: platform.settings.idp?.authUrl ?? "",
      objectUrls: [platform.settings.endpoints.s3 ?? ""],
    };
  }, environment.PRODUCT_NAME?.trim() || undefined);
  const servers = gateways((endpoint) => sitesOrThrow(sites)[endpoint].settings, cors, requests, site);
  const ports = { platform: 0, EU: 0, US: 0 };
  for (const [index, endpoint] of (["platform", "EU", "US"] as const).entries()) {
    ports[endpoint] = await listen(servers[endpoint], port === 0 ? 0 : port + index, endpoint);
    stops.push(() => closeServer(servers[endpoint]));
  }
  await keepPrivate(directory);
  const lock = await lockDirectory(directory);
  stops.push(lock.release);
  const scratch = join(directory, "scratch");
  await rm(scratch, { recursive: true, force: true });

  const certificate = await certificateFiles(directory);
  const tlsPorts = { EU: 0, US: 0, platform: 0 };
  const secureServers: SecureServer[] = [];
  for (const [index, endpoint] of (["EU", "US", "platform"] as const).entries()) {
    const secure = tlsServer(servers[endpoint], certificate);
    secureServers.push(secure);
    tlsPorts[endpoint] = await listen(
      secure.server,
      port === 0 ? 0 : port + TLS_PORT_OFFSET + index,
      `${endpoint} with TLS`,
    );
    stops.push(() => secure.close());
  }

  const credentials = useLocalCredentials();
  const platformEnvironment = { IDP_API_KEY: newSecret(), ...environment };
  /** The database, once it has started. */
  const started = Promise.withResolvers<DatabaseCall>();
  const callDatabase: DatabaseCall = async (operation, body) => (await started.promise)(operation, body);
  const isolation = localIsolation(
    directory,
    ({ region }) => sitesOrThrow(sites)[region].environment,
    requests,
    {
      memoryBytes: memoryBudget(environment.MEMORY_BUDGET),
      accessOf: (workspaceId, region, kind) =>
        workerAccess({ callDatabase, credentials }, workspaceId, region, kind),
    },
  );
  stops.push(isolation.close);
  /** Work resumed from an earlier run waits for the addresses, which are known once all components are listening. */
  const known = Promise.withResolvers<Sites>();
  const invoke: Invoke = async (arn, payload, { signal }) => {
    const { name, awsRegion } = stepOfArn(arn);
    const step = steps[name];
    const { location, compute } = step.contract;
    const all = await known.promise;
    signal.throwIfAborted();
    const here = all[location === "platform" ? location : LOCAL.placeOf(awsRegion)];
    return compute
      ? isolation.runStep(compute, name, payload as object, here.environment, signal)
      : step.run(payload, here.settings, signal);
  };
  const starting = <T extends { close: () => Promise<void> }>(part: Promise<T>): Promise<T> => {
    stops.push(() =>
      part.then(
        ({ close }) => close(),
        () => undefined,
      ),
    );
    return part;
  };
  const [database, objects, idp, states] = await Promise.all([
    starting(startDynamodb(join(directory, "dynamodb"), LOCAL.tables, credentials, onLost)),
    starting(
      startS3({
        directory: join(directory, "s3"),
        buckets: LOCAL.buckets,
        credentials,
        expiry: { prefix: RESULTS_FOLDER, afterMs: RESULT_LIFETIME_MS },
      }),
    ),
    starting(
      startIdp({
        port: port === 0 ? 0 : port + 3,
        directory: join(directory, "idp"),
        clientId: LOCAL.clientId,
        apiKey: platformEnvironment.IDP_API_KEY,
        secretDirectory: directory,
        staffOrgId: environment.STAFF_ORG_ID ?? LOCAL.staffOrgId,
        appUrl: environment.APP_URL,
        productName: environment.PRODUCT_NAME?.trim() || undefined,
        workspaceClaim: environment.TOKEN_WORKSPACE_CLAIM?.trim(),
        origins: [`http://127.0.0.1:${ports.platform}`, `http://localhost:${ports.platform}`],
        ...webhook(ports.platform, environment),
      }),
    ),
    starting(
      startStates({
        directory: join(directory, "states"),
        credentials,
        machines: allMachines(),
        // A test checks them.
        followsLanguage: true,
        invoke,
      }),
    ),
  ]);

  const addresses = { database: database.url, objects: objects.url, states: states.url, idp: idp.url };
  const siteOf = (endpoint: Place): Site => {
    const local = localEnvironment(endpoint, ports, addresses, directory, platformEnvironment);
    return {
      environment: local,
      settings: {
        ...settingsFrom(local),
        isolation,
        callDatabase: database.call,
        purgeDatabase: purgeDatabase(database.call),
        callObjects: objects.call,
      },
    };
  };
  sites = { platform: siteOf("platform"), EU: siteOf("EU"), US: siteOf("US") };
  known.resolve(sites);
  started.resolve(database.call);
  isolation.warm();
  const { platform, EU, US } = sites;
  const settings = { platform: platform.settings, EU: EU.settings, US: US.settings };
  stops.push(sweepRegularly(settings));
  // Running requests are completed before other components stop.
  stops.push(async () => {
    const plain = Object.values(servers).map((server) => closeServer(server));
    await Promise.all([...plain, ...secureServers.map((secure) => secure.close())]);
  });
  const url = (endpoint: Place): string => `http://127.0.0.1:${ports[endpoint]}`;
  return {
    url: url("platform"),
    euUrl: url("EU"),
    usUrl: url("US"),
    idpUrl: idp.url,
    tls: {
      url: `https://localhost:${tlsPorts.platform}`,
      euUrl: `https://localhost:${tlsPorts.EU}`,
      usUrl: `https://localhost:${tlsPorts.US}`,
      certificatePath: certificate.path,
    },
    dataDirectory: directory,
    engine: database.engine,
    germlines,
    credentials,
    settings,
  };
}

function sitesOrThrow(sites: Sites | null): Sites {
  if (sites) return sites;
  throw new DomainError("unavailable", "starting", "The platform is starting: try again in a moment.");
}

/** Returns the webhook of the local provider if the platform has a secret to verify events. */
function webhook(port: number, { IDP_WEBHOOK_SECRET: secret, IDP_WEBHOOK_PATH: path }: Environment) {
  if (!secret) return {};
  const url = `http://127.0.0.1:${port}/idp/webhook${path ? `/${encodeURIComponent(path)}` : ""}`;
  return { webhook: { url, secret } };
}
