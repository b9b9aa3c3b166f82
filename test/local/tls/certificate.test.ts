import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listen } from "#local/listen.ts";
import { certificateFiles } from "#local/tls/certificateFiles.ts";
import { newCertificate } from "#local/tls/newCertificate.ts";
import { tlsServer } from "#local/tls/tlsServer.ts";

const NOW = new Date("2026-11-26T10:00:00Z");
const DAY_MS = 86_400_000;

describe("a new certificate", () => {
  it("a new certificate covers only this machine's addresses, cannot sign other certificates, and expires after 800 days", () => {
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

  it("a new certificate has a different key and serial number from the previous one", () => {
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

  it("the certificate is kept until a month before it expires, and only its owner can read the key", async () => {
    const first = await certificateFiles(folder, NOW);
    expect(await readFile(first.path, "utf8")).toBe(first.certificate);
    expect((await stat(join(folder, "tls", "key.pem"))).mode & 0o777).toBe(0o600);
    expect(await certificateFiles(folder, new Date(NOW.getTime() + 769 * DAY_MS))).toEqual(first);
    const later = await certificateFiles(folder, new Date(NOW.getTime() + 771 * DAY_MS));
    expect(later.certificate).not.toBe(first.certificate);
  });

  it("the certificate is replaced if its file is damaged", async () => {
    const first = await certificateFiles(folder, NOW);
    await writeFile(first.path, "half");
    expect((await certificateFiles(folder, NOW)).certificate).toContain("BEGIN CERTIFICATE");
  });

  it("the certificate is replaced if the key belongs to a different one, because no server can start with both", async () => {
    const first = await certificateFiles(folder, NOW);
    // A crash between writing the key and writing the certificate.
    await writeFile(join(folder, "tls", "key.pem"), newCertificate(NOW).key);
    await writeFile(join(folder, "tls", "key.pem.writing"), "half", { mode: 0o644 });
    const second = await certificateFiles(folder, NOW);
    expect(second.certificate).not.toBe(first.certificate);
    expect(() => tlsServer(createServer(), second)).not.toThrow();
    expect((await stat(join(folder, "tls", "key.pem"))).mode & 0o777).toBe(0o600);
    expect(await certificateFiles(folder, NOW)).toEqual(second);
  });

  it("the certificate is replaced if it is not yet valid, for example after a clock correction", async () => {
    const later = await certificateFiles(folder, new Date(NOW.getTime() + 2 * DAY_MS));
    expect((await certificateFiles(folder, NOW)).certificate).not.toBe(later.certificate);
  });
});

it("a TLS server responds only to clients that trust its certificate", async () => {
  const made = newCertificate();
  const server = createServer((incoming, response) =>
    response.end(`encrypted: ${"encrypted" in incoming.socket}`),
  );
  const secure = tlsServer(server, made);
  const port = await listen(secure.server, 0, "test");
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
    await secure.close();
  }
});

it("a TLS server shuts down even if clients are silent, idle or waiting for a response", async () => {
  const made = newCertificate();
  const waits = Promise.withResolvers<void>();
  const server = createServer((incoming, response) => {
    if (incoming.url === "/now") response.end("now");
    else waits.resolve();
  });
  const secure = tlsServer(server, made);
  const port = await listen(secure.server, 0, "test");
  const options = { host: "127.0.0.1", port, ca: [made.certificate] };
  const silent = connect(options);
  const idle = connect(options, () => idle.write("GET /now HTTP/1.1\r\nhost: a\r\n\r\n"));
  await once(idle, "data");
  const waiting = connect(options, () => waiting.write("GET /never HTTP/1.1\r\nhost: a\r\n\r\n"));
  await waits.promise;
  const ends = Promise.all(
    [silent, idle, waiting].map((socket) =>
      once(
        socket.on("error", () => {}),
        "close",
      ),
    ),
  );
  // The HTTP server has no direct connections, so it closes first.
  server.close();
  await secure.close(1);
  await ends;
  expect(secure.server.listening).toBe(false);
});
