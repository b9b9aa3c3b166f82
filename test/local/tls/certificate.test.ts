import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen } from "#local/listen.ts";
import { certificateFiles } from "#local/tls/certificateFiles.ts";
import { newCertificate } from "#local/tls/newCertificate.ts";
import { tlsServer } from "#local/tls/tlsServer.ts";

const NOW = new Date("2026-11-26T10:00:00Z");
const DAY_MS = 86_400_000;

describe("a new certificate", () => {
  it("is for this machine's own addresses, signs no other one, and ends after 800 days", () => {
    const { certificate } = newCertificate(NOW);
    const read = new X509Certificate(certificate);
    expect(read.ca).toBe(false);
    expect(read.verify(read.publicKey)).toBe(true);
    for (const address of ["127.0.0.1", "::1"]) expect(read.checkIP(address)).toBe(address);
    expect(read.checkHost("localhost")).toBe("localhost");
    expect(read.checkHost("example.org")).toBeUndefined();
    expect(read.validToDate.getTime() - NOW.getTime()).toBe(800 * DAY_MS);
    expect(read.validFromDate.getTime()).toBe(NOW.getTime() - DAY_MS);
    expect(read.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  it("has another key and number than the one before", () => {
    const [one, other] = [newCertificate(NOW), newCertificate(NOW)].map(
      ({ certificate }) => new X509Certificate(certificate),
    );
    expect(one?.serialNumber).not.toBe(other?.serialNumber);
    expect(one?.fingerprint256).not.toBe(other?.fingerprint256);
  });
});

describe("the certificate of a data folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "tls-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is kept until a month before its end, and only its owner can read the key", async () => {
    const first = await certificateFiles(folder, NOW);
    expect(await readFile(first.path, "utf8")).toBe(first.certificate);
    expect((await stat(join(folder, "tls", "key.pem"))).mode & 0o777).toBe(0o600);
    expect(await certificateFiles(folder, new Date(NOW.getTime() + 769 * DAY_MS))).toEqual(first);
    const later = await certificateFiles(folder, new Date(NOW.getTime() + 771 * DAY_MS));
    expect(later.certificate).not.toBe(first.certificate);
  });

  it("is replaced if its file is damaged", async () => {
    const first = await certificateFiles(folder, NOW);
    await writeFile(first.path, "half");
    expect((await certificateFiles(folder, NOW)).certificate).toContain("BEGIN CERTIFICATE");
  });
});

it("a server with TLS answers clients that trust its certificate, and no others", async () => {
  const made = newCertificate();
  const server = createServer((incoming, response) =>
    response.end(`encrypted: ${"encrypted" in incoming.socket}`),
  );
  const secure = tlsServer(server, made);
  await listen(secure, 0, "test");
  const { port } = secure.address() as AddressInfo;
  const get = (ca: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, ca, agent: false }, async (response) => {
        const chunks = await response.toArray();
        resolve(Buffer.concat(chunks).toString());
      });
      sent.on("error", reject).end();
    });
  try {
    expect(await get([made.certificate])).toBe("encrypted: true");
    await expect(get([newCertificate().certificate])).rejects.toThrow("self-signed certificate");
  } finally {
    server.closeAllConnections();
    secure.close();
  }
});
