import { randomBytes } from "node:crypto";
import type { Credentials } from "./signature/authorization.ts";

let known: Credentials | undefined;

/**
 * Returns the credentials of this process's platforms, random ones, and puts them where the SDK's clients find them: in the
 * environment of the process, which its children inherit. Real credentials of whoever starts a platform are never used.
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

/** Returns 128 random bits, in hexadecimal. */
export function newSecret(): string {
  return randomBytes(16).toString("hex");
}
