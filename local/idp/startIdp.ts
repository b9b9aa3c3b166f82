import { mkdir } from "node:fs/promises";
import { DEFAULT_PRODUCT_NAME } from "#shared/domain/brand.ts";
import { HttpTraffic } from "#shared/http/gateway/httpTraffic.ts";
import { newHttpServer } from "#shared/http/gateway/newHttpServer.ts";
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
  /** Port; any free port if 0 or absent. */
  port?: number;
  /** Directory for the state, created if it does not exist; used by one running provider at a time. */
  directory: string;
  /** Client ID of the platform. */
  clientId: string;
  /** API key that the platform's management calls must send. */
  apiKey: string;
  /** Directory for the file with the secret for local calls, created if it does not exist; defaults to the state directory. */
  secretDirectory?: string;
  /** `iss` of access tokens; defaults to the provider's URL. */
  issuer?: string;
  /** ID of the platform staff organization, which always exists. */
  staffOrgId: string;
  /** Origins with pages that may change the state, in addition to this provider's origin: `http://127.0.0.1:4000`. */
  origins?: readonly string[];
  /** URL of the web application, if it is not the platform's. */
  appUrl?: string | undefined;
  /** Product name shown on its pages; the default name if absent. */
  productName?: string | undefined;
  /** Event receiver. */
  webhook?: WebhookTarget;
  /** Access token claim with the workspace ID; no claim if absent. */
  workspaceClaim?: string | undefined;
  /** Lifetime of access tokens, in seconds; defaults to 3600. */
  accessTokenSeconds?: number;
}

export interface RunningIdp {
  url: string;
  port: number;
  /** Waits for open requests and writes nothing afterward. Undelivered events are dropped. */
  close(): Promise<void>;
}

const ADDRESS = "127.0.0.1";
const ACCESS_TOKEN_SECONDS = 3_600;

/**
 * Serves the API of a hosted identity provider with organizations: sign-in by authorization code (PKCE) or device code,
 * refresh, machine tokens, published keys, pages to approve sign-ins and to sign out, and management calls. `localRoutes.ts`
 * lists the calls that replace its console. All state is in one file and survives a crash. Rejects if the port is in use or
 * the state cannot be read.
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
  // Binds the port first, so that a second start of the same provider does not touch the state.
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
