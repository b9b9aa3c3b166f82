import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../writePrivateFile.ts";
import { type Certificate, newCertificate } from "./newCertificate.ts";

/** Remaining validity below which a certificate is replaced, in milliseconds. */
const RENEW_BEFORE_MS = 30 * 86_400_000;

/**
 * Returns the certificate of a data folder, with the path of the file that clients trust. Creates a new certificate if there
 * is none, if it expires within a month or is not yet valid, or if the key belongs to another certificate, as after a crash
 * between writing the two files.
 */
export async function certificateFiles(
  directory: string,
  now = new Date(),
): Promise<Certificate & { path: string }> {
  const folder = join(directory, "tls");
  const path = join(folder, "certificate.pem");
  const keyPath = join(folder, "key.pem");
  const [certificate, key] = await Promise.all([readOrNull(path), readOrNull(keyPath)]);
  if (certificate !== null && key !== null && isValid(certificate, key, now))
    return { certificate, key, path };
  const made = newCertificate(now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writePrivateFile(keyPath, made.key);
  await writePrivateFile(path, made.certificate);
  return { ...made, path };
}

async function readOrNull(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

function isValid(certificate: string, key: string, now: Date): boolean {
  try {
    const read = new X509Certificate(certificate);
    const isCurrent =
      read.validFromDate <= now && read.validToDate.getTime() - now.getTime() > RENEW_BEFORE_MS;
    return isCurrent && read.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
