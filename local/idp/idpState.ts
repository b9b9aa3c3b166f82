import * as v from "valibot";

/** Provider state, as stored in its file. Times are ISO 8601 in UTC. */

const User = v.object({
  id: v.string(),
  email: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  last_sign_in_at: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type User = v.InferOutput<typeof User>;

const Organization = v.object({
  id: v.string(),
  name: v.string(),
  /** Workspace ID, assigned by the platform. Unique. */
  external_id: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Organization = v.InferOutput<typeof Organization>;

const Membership = v.object({
  id: v.string(),
  user_id: v.string(),
  organization_id: v.string(),
  /** Permissions listed in the member's tokens for the organization. */
  permissions: v.optional(v.array(v.string()), []),
  /** Role in the member's tokens and events. */
  role: v.optional(v.string(), "member"),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Membership = v.InferOutput<typeof Membership>;

const Session = v.object({
  id: v.string(),
  user_id: v.string(),
  /** Organization to which its latest token is scoped. */
  organization_id: v.nullable(v.string()),
  status: v.picklist(["active", "revoked"]),
  /** SHA-256 of the only valid refresh token, which is replaced on each use. */
  refresh_token_hash: v.string(),
  expires_at: v.string(),
  ended_at: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
});
export type Session = v.InferOutput<typeof Session>;

const DeviceCode = v.object({
  device_code_hash: v.string(),
  user_code: v.string(),
  status: v.picklist(["pending", "approved", "denied"]),
  user_id: v.nullable(v.string()),
  organization_id: v.nullable(v.string()),
  expires_at: v.string(),
});
export type DeviceCode = v.InferOutput<typeof DeviceCode>;

const AuthorizationCode = v.object({
  code_hash: v.string(),
  user_id: v.string(),
  organization_id: v.nullable(v.string()),
  redirect_uri: v.string(),
  /** SHA-256 of the verifier that redeems the code. */
  challenge: v.string(),
  expires_at: v.string(),
});

/** Browser in which a person has signed in, identified by its cookie. */
const BrowserSession = v.object({ token_hash: v.string(), user_id: v.string(), expires_at: v.string() });

const MachineClient = v.object({
  client_id: v.string(),
  client_secret: v.string(),
  organization_id: v.string(),
  /** Role in the client's tokens. */
  role: v.optional(v.string(), "member"),
  created_at: v.string(),
});
export type MachineClient = v.InferOutput<typeof MachineClient>;

export const SigningKey = v.object({
  kid: v.string(),
  private_jwk: v.object({ kty: v.literal("RSA"), n: v.string(), e: v.string(), ...rsaPrivateParts() }),
  created_at: v.string(),
});
export type SigningKey = v.InferOutput<typeof SigningKey>;

const RadarEntry = v.object({ type: v.string(), entry: v.string() });

export const IdpState = v.object({
  format: v.literal(1),
  /** Signing keys; the last one is used for signing, and all are published. */
  keys: v.array(SigningKey),
  users: v.array(User),
  organizations: v.array(Organization),
  memberships: v.array(Membership),
  sessions: v.array(Session),
  deviceCodes: v.array(DeviceCode),
  authorizationCodes: v.optional(v.array(AuthorizationCode), []),
  browserSessions: v.optional(v.array(BrowserSession), []),
  machineClients: v.array(MachineClient),
  radarAllowed: v.array(RadarEntry),
});
export type IdpState = v.InferOutput<typeof IdpState>;

export function emptyState(): IdpState {
  return {
    format: 1,
    keys: [],
    users: [],
    organizations: [],
    memberships: [],
    sessions: [],
    deviceCodes: [],
    authorizationCodes: [],
    browserSessions: [],
    machineClients: [],
    radarAllowed: [],
  };
}

/** Time for which an expired device code is kept, so that its program can learn that it has expired. */
const REMEMBER_CODES_MS = 3_600_000;

/** Removes expired entries, so that the file does not grow with every sign-in. */
export function prune(state: IdpState, at: string): void {
  const rememberedFrom = new Date(Date.parse(at) - REMEMBER_CODES_MS).toISOString();
  state.sessions = state.sessions.filter((session) => session.expires_at > at);
  state.deviceCodes = state.deviceCodes.filter((code) => code.expires_at > rememberedFrom);
  state.authorizationCodes = state.authorizationCodes.filter(({ expires_at }) => expires_at > at);
  state.browserSessions = state.browserSessions.filter(({ expires_at }) => expires_at > at);
}

function rsaPrivateParts() {
  return {
    d: v.string(),
    p: v.string(),
    q: v.string(),
    dp: v.string(),
    dq: v.string(),
    qi: v.string(),
  };
}
