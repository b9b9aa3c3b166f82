import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { peerAccount } from "#local/peerAccount.ts";

/** Returns both ends of a new loopback connection. */
async function newConnection(host = "127.0.0.1"): Promise<{ client: Socket; accepted: Socket }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const client = connect({ port: typeof address === "object" ? (address?.port ?? 0) : 0, host });
  const [accepted] = (await once(server, "connection")) as [Socket];
  accepted.on("error", () => undefined);
  onTestFinished(() => {
    client.destroy();
    accepted.destroy();
    server.close();
  });
  return { client, accepted };
}

test.runIf(process.platform === "linux")("a connection of this account is recognized (Linux)", async () => {
  const { accepted } = await newConnection();
  expect(await peerAccount(accepted)).toBe(process.getuid?.());
});

test.runIf(process.platform === "linux")(
  "an IPv4-mapped IPv6 connection of this account is recognized (Linux)",
  async () => {
    const { accepted } = await newConnection("::ffff:127.0.0.1");
    expect(await peerAccount(accepted)).toBe(process.getuid?.());
  },
);

test.runIf(process.platform === "linux")(
  "a connection closed by its program is attributed to no account, not even to root (Linux)",
  async () => {
    const { client, accepted } = await newConnection();
    const { remoteAddress, remotePort, localAddress, localPort } = accepted;
    accepted.resume();
    client.end();
    client.destroy();
    await once(accepted, "end");
    const connection = {
      remoteAddress: remoteAddress ?? "",
      remotePort: remotePort ?? 0,
      localAddress: localAddress ?? "",
      localPort: localPort ?? 0,
    };
    expect(await peerAccount(connection)).toBeNull();
  },
);

test.runIf(process.platform === "linux")(
  "a nonexistent connection belongs to no account (Linux)",
  async () => {
    const connection = { remoteAddress: "127.0.0.1", remotePort: 1, localAddress: "127.0.0.1", localPort: 2 };
    expect(await peerAccount(connection)).toBeNull();
  },
);

test.skipIf(process.platform === "linux")(
  "other systems do not report the owner of a connection",
  async () => {
    const { accepted } = await newConnection();
    expect(await peerAccount(accepted)).toBeUndefined();
  },
);
