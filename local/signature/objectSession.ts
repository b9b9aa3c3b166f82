import { createHmac } from "node:crypto";
import type { Credentials } from "./authorization.ts";
import { equalSignatures } from "./signature.ts";

/** What a session may do: read the rows and metadata of a workspace's tables, or read and write all of its objects. */
export type SessionAccess = "READ_TABLES" | "WRITE_OBJECTS";

/** Access of a program to the objects of one workspace. */
export interface ObjectSession {
  workspace: string;
  access: SessionAccess;
  /** Expiry, in milliseconds since 1970. */
  expires: number;
  /** Signing keys of the program, derived from the token. */
  credentials: Credentials;
}

/** Claims of a token, which its signature covers. */
type Claims = Omit<ObjectSession, "credentials">;

/** Length of the random-looking part of an access key ID that S3 clients accept. */
const ID_LENGTH = 16;

/** Creates a session. Nothing is stored, because the token contains the permissions and is signed with the platform's key. */
export function newSession(
  root: Credentials,
  { workspace, access, expires }: Claims,
): { token: string } & ObjectSession {
  const claims = Buffer.from(JSON.stringify({ workspace, access, expires })).toString("base64url");
  const token = `${claims}.${signed(root, "token", claims)}`;
  return { token, workspace, access, expires, credentials: keysOf(root, token) };
}

/** Reads a session token: null if this platform did not issue it, and "expired" after its expiry. */
export function readSession(root: Credentials, token: string, now: number): ObjectSession | "expired" | null {
  const [claims = "", signature = "", ...others] = token.split(".");
  if (others.length > 0 || !equalSignatures(signed(root, "token", claims), signature)) return null;
  const read = JSON.parse(Buffer.from(claims, "base64url").toString()) as Claims;
  if (now >= read.expires) return "expired";
  return { ...read, credentials: keysOf(root, token) };
}

function keysOf(root: Credentials, token: string): Credentials {
  const accessKeyId = `ASIA${signed(root, "id", token).slice(0, ID_LENGTH).toUpperCase()}`;
  return { accessKeyId, secretAccessKey: signed(root, "secret", token) };
}

function signed({ secretAccessKey }: Credentials, purpose: string, text: string): string {
  return createHmac("sha256", secretAccessKey).update(`session ${purpose}\n${text}`).digest("hex");
}
