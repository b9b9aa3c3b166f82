import { randomBytes } from "node:crypto";
import type { Credentials } from "./signature/authorization.ts";

let known: Credentials | undefined;

/**
 * Generates random credentials for this process's platforms and puts them into the environment, where SDK clients and child
 * processes find them. The user's real credentials are never used.
 */
export function useLocalCredentials(): Credentials {
  known ??= { accessKeyId: newSecret(), secretAccessKey: newSecret() };
  process.env.AWS_ACCESS_KEY_ID = known.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = known.secretAccessKey;
  for (const name of ["AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"]) {
    delete process.env[name];
  }
  return known;
}

/** Returns 128 random bits in hexadecimal. */
export function newSecret(): string {
  return randomBytes(16).toString("hex");
}
