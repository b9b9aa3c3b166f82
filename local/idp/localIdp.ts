import * as v from "valibot";
import { readLocalSecret } from "./localSecret.ts";

/** URL of a local provider, and the file with the secret for its calls. */
export interface LocalAddress {
  idpUrl: string;
  /** Directory with the platform's state. */
  dataDirectory: string;
}

/** Client for the running local provider, for programs of the account that runs it. All calls reject with a message. */
export interface LocalIdp {
  settings(): Promise<{ clientId: string; staffOrganizationId: string }>;
  /** Returns the IDs of the organizations of workspaces with this name, newest first. */
  workspaceOrganizations(name: string): Promise<string[]>;
  /** Returns a token for the organization's machine client with a role, creating the client if there is none. */
  machineToken(organizationId: string, role?: string): Promise<string>;
  /**
   * Signs the user in by device code and approves the sign-in; creates the user and the membership if they do not exist. If
   * permissions or a role are passed, they replace those of the membership.
   */
  userToken(
    clientId: string,
    email: string,
    organizationId: string | null,
    permissions?: readonly string[],
    role?: string,
  ): Promise<string>;
}

const TIMEOUT_MS = 10_000;

const Settings = v.object({ client_id: v.string(), staff_organization_id: v.string() });
const Organizations = v.object({
  data: v.array(v.object({ id: v.string(), external_id: v.nullable(v.string()) })),
});
const WithId = v.object({ id: v.string() });
const MachineClient = v.object({ client_id: v.string(), client_secret: v.string() });
const DeviceCode = v.object({ device_code: v.string(), user_code: v.string() });
const Token = v.object({ access_token: v.string() });

export function localIdp(address: LocalAddress): LocalIdp {
  const get = <T>(path: string, schema: Schema<T>) => call(address, path, undefined, schema);
  const post = <T>(path: string, body: object, schema: Schema<T>) => call(address, path, body, schema);
  const authenticate = async (body: object) =>
    (await post("/user_management/authenticate", body, Token)).access_token;
  return {
    settings: async () => {
      const { client_id, staff_organization_id } = await get("/local/settings", Settings);
      return { clientId: client_id, staffOrganizationId: staff_organization_id };
    },
    workspaceOrganizations: async (name) => {
      const { data } = await get(`/local/organizations?${new URLSearchParams({ name })}`, Organizations);
      return data.filter(({ external_id }) => external_id !== null).map(({ id }) => id);
    },
    machineToken: async (organization_id, role) => {
      const client = await post("/local/machine_clients", { organization_id, role }, MachineClient);
      return await authenticate({ grant_type: "client_credentials", ...client });
    },
    userToken: async (client_id, email, organization_id, permissions, role) => {
      const { id: user_id } = await post("/local/users", { email }, WithId);
      const membership = { user_id, organization_id, permissions, role };
      if (organization_id !== null) await post("/local/memberships", membership, WithId);
      const codes = await post("/user_management/authorize/device", { client_id }, DeviceCode);
      const approval = { user_code: codes.user_code, user_id, organization_id };
      await post("/local/device_codes/approve", approval, v.unknown());
      return await authenticate({
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        client_id,
        device_code: codes.device_code,
      });
    },
  };
}

type Schema<T> = v.GenericSchema<unknown, T>;

/** Sends a POST if there is a body, otherwise a GET. */
async function call<T>(
  { idpUrl: url, dataDirectory }: LocalAddress,
  path: string,
  body: object | undefined,
  schema: Schema<T>,
): Promise<T> {
  const secret = path.startsWith("/local/") ? await readLocalSecret(dataDirectory) : null;
  const answer = await answerOf(url, path, body, secret);
  const parsed = v.safeParse(schema, answer.body);
  if (answer.status === 200 && parsed.success) return parsed.output;
  const refusal = v.safeParse(
    v.object({ message: v.optional(v.string()), error_description: v.optional(v.string()) }),
    answer.body,
  );
  const reason = refusal.success ? (refusal.output.message ?? refusal.output.error_description) : undefined;
  if (answer.status === 401 && secret !== null && reason !== undefined) {
    throw new Error(`${reason} Set DATA_DIR to the directory used to start the platform.`);
  }
  if (answer.status !== 200 && reason !== undefined && path !== "/local/settings") throw new Error(reason);
  throw new Error(
    `The server at ${url} is not the local identity provider. Check that PORT is the one used to start the platform.`,
  );
}

async function answerOf(url: string, path: string, body: object | undefined, secret: string | null) {
  try {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: jsonOf(await response.text()) };
  } catch {
    throw new Error(
      `The local identity provider is not responding at ${url}. Start the platform with "npm start" and the same PORT.`,
    );
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
