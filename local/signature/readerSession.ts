import { createHmac } from "node:crypto";
import type { Credentials } from "./authorization.ts";
import { equalSignatures } from "./signature.ts";

/** Session of a tool that reads the tables of one workspace. */
export interface ReaderSession {
  workspace: string;
  /** Expiry, in milliseconds since 1970. */
  expires: number;
  /** Signing keys of the tool, derived from the token. */
  credentials: Credentials;
}

/** Length of the random-looking part of an access key ID that S3 clients accept. */
const ID_LENGTH = 16;

/** Creates a session. Nothing is stored, because the token contains the permissions and is signed with the platform's key. */
export function newSession(
  root: Credentials,
  workspace: string,
  expires: number,
): { token: string } & ReaderSession {
  const claims = Buffer.from(JSON.stringify({ workspace, expires })).toString("base64url");
  const token = `${claims}.${signed(root, "token", claims)}`;
  return { token, workspace, expires, credentials: keysOf(root, token) };
}

/** Reads a session token: null if this platform did not issue it, and "expired" after its expiry. */
export function readSession(root: Credentials, token: string, now: number): ReaderSession | "expired" | null {
  const [claims = "", signature = ""] = token.split(".");
  if (!equalSignatures(signed(root, "token", claims), signature)) return null;
  const { workspace, expires } = JSON.parse(Buffer.from(claims, "base64url").toString()) as ReaderSession;
  if (now >= expires) return "expired";
  return { workspace, expires, credentials: keysOf(root, `${claims}.${signature}`) };
}

function keysOf(root: Credentials, token: string): Credentials {
  const accessKeyId = `ASIA${signed(root, "id", token).slice(0, ID_LENGTH).toUpperCase()}`;
  return { accessKeyId, secretAccessKey: signed(root, "secret", token) };
}

function signed({ secretAccessKey }: Credentials, purpose: string, text: string): string {
  return createHmac("sha256", secretAccessKey).update(`reader ${purpose}\n${text}`).digest("hex");
}
