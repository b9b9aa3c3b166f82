import { mkdir } from "node:fs/promises";
import { DEFAULT_PRODUCT_NAME } from "#shared/domain/brand.ts";
import { HttpTraffic } from "#shared/gateway/httpTraffic.ts";
import { newHttpServer } from "#shared/gateway/newHttpServer.ts";
import { Cors } from "../cors.ts";
import { closeServer, listen } from "../listen.ts";
import { secretFile } from "../secretFile.ts";
import { createOrganization } from "./directory.ts";
import type { Idp } from "./idp.ts";
import { IdpStore } from "./idpStore.ts";
import { localSecretPath } from "./localSecret.ts";
import { serveRequest } from "./serveRequest.ts";
import { newSecret } from "./signIn/sessions.ts";
import { newSigningKey } from "./signingKeys.ts";
import { WebhookDelivery, type WebhookTarget } from "./webhookDelivery.ts";

export interface IdpOptions {
  /** Port; 0 or absent: any free one. */
  port?: number;
  /** Directory of the state, created if it does not exist; used by one running provider at a time. */
  directory: string;
  /** Client id of the platform. */
  clientId: string;
  /** API key that the platform's management calls must send. */
  apiKey: string;
  /** Directory of the file with the secret of local calls, created if it does not exist; that of the state if absent. */
  secretDirectory?: string;
  /** `iss` of access tokens; the provider's address if absent. */
  issuer?: string;
  /** Id of the organization of platform staff, which always exists. */
  staffOrgId: string;
  /** Origins whose pages may change the state, in addition to this provider's own: `http://127.0.0.1:4000`. */
  origins?: readonly string[];
  /** Address of the web application, if it is not the platform's. */
  appUrl?: string | undefined;
  /** Name of the product, which its pages show; the usual one if absent. */
  productName?: string | undefined;
  /** Receiver of events. */
  webhook?: WebhookTarget;
  /** Claim of access tokens with the id of their workspace; none if absent. */
  workspaceClaim?: string | undefined;
  /** Lifetime of access tokens, in seconds; 3600 if absent. */
  accessTokenSeconds?: number;
}

export interface RunningIdp {
  url: string;
  port: number;
  /** Waits for open requests, and writes nothing afterwards. Undelivered events are dropped. */
  close(): Promise<void>;
}

const ADDRESS = "127.0.0.1";
const ACCESS_TOKEN_SECONDS = 3_600;

/**
 * Serves the API of a hosted identity provider with organizations: sign-in by authorization code (PKCE) or device code, refresh, machine tokens,
 * published keys, pages to approve and to sign out, and management calls; `localRoutes.ts` lists the calls that stand for
 * its console. All state is in one file and survives a crash. Rejects if the port is taken or the state cannot be read.
 */
export async function startIdp(options: IdpOptions): Promise<RunningIdp> {
  const running = new Set<Promise<void>>();
  const { limits, queue, intake } = new HttpTraffic();
  const server = newHttpServer(
    (request, response, awaitsContinue) => {
      const left = new AbortController();
      response.once("close", () => left.abort());
      const work = opening
        .then((idp) => serveRequest(idp, intake, { request, response, awaitsContinue, signal: left.signal }))
        .catch(() => void response.destroy())
        .finally(() => running.delete(work));
      running.add(work);
    },
    { limits, queue },
  );
  // The port is taken first, so that a second start of the same provider does not touch the state.
  const port = await listen(server, options.port ?? 0, "identity provider");
  const url = `http://${ADDRESS}:${port}`;
  const delivery = new WebhookDelivery(options.webhook);
  const opening = openIdp(options, url, delivery);
  const close = async () => {
    await closeServer(server);
    await Promise.all(running);
    await delivery.close();
  };
  try {
    await opening;
  } catch (error) {
    await close();
    throw error;
  }
  return { url, port, close };
}

async function openIdp(options: IdpOptions, url: string, delivery: WebhookDelivery): Promise<Idp> {
  const { clientId, apiKey, staffOrgId, issuer = url, accessTokenSeconds = ACCESS_TOKEN_SECONDS } = options;
  const origins = [url, url.replace(ADDRESS, "localhost"), ...(options.origins ?? [])];
  const { secretDirectory = options.directory } = options;
  await mkdir(secretDirectory, { recursive: true, mode: 0o700 });
  const secretPath = localSecretPath(secretDirectory);
  const localSecret = { value: await secretFile(secretPath), path: secretPath };
  const store = await IdpStore.open(options.directory, (happening) => delivery.send(happening));
  const key = store.state.keys.length === 0 ? await newSigningKey() : undefined;
  const hasStaff = store.state.organizations.some((organization) => organization.id === staffOrgId);
  if (key || !hasStaff) {
    await store.change((change) => {
      if (key) change.state.keys.push(key);
      if (hasStaff) return;
      createOrganization(change, { id: staffOrgId, name: "Platform staff", externalId: null });
    });
  }
  const { workspaceClaim, appUrl, productName = DEFAULT_PRODUCT_NAME } = options;
  const redirects = [...(options.origins ?? []), ...(appUrl ? [appUrl] : [])].map(
    (origin) => new URL("/callback", origin).href,
  );
  const formKey = newSecret();
  return {
    store,
    url,
    origins,
    redirects,
    cors: new Cors(appUrl),
    issuer,
    clientId,
    apiKey,
    localSecret,
    staffOrgId,
    productName,
    accessTokenSeconds,
    workspaceClaim,
    formKey,
  };
}
