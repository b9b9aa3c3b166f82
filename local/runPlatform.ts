import { setFlagsFromString } from "node:v8";
import { fullStorage } from "@pdp/basics/errors";
import { nextFreePorts } from "./freePorts.ts";
import { dataDirectoryFrom } from "./idp/localSecret.ts";
import { PortInUse, StartError } from "./listen.ts";
import { holderOf } from "./lockDirectory.ts";
import { onParentExit } from "./onParentExit.ts";
import { outliveFullDisk } from "./outliveFullDisk.ts";
import { type Platform, startPlatform } from "./startPlatform.ts";

const HELP = `Runs the platform on this machine.

  npm start                 serves http://127.0.0.1:4000, with its state in .data
  PORT=5000 npm start       the platform on 5000, regions on 5001 and 5002, identity provider on 5003,
                            the regions with TLS on 5004 and 5005
  DATA_DIR=/tmp/x npm start uses another directory for its state
  MEMORY_BUDGET=3GB npm start
                            memory of all its processes (default 2GB); tasks have a separate 1.5 GB

Press Ctrl-C to stop it.`;

/** Maximum time for a graceful shutdown, in milliseconds. */
const END_TIMEOUT_MS = 4_500;

/** Number of consecutive ports: the platform, two regions, the identity provider, and two regions with TLS. */
const PORTS = 7;

/** Returns the first of the ports, as specified by PORT. */
function portFrom(text: string | undefined): number {
  const port = Number(text ?? 4000);
  if (Number.isInteger(port) && port > 0 && port <= 65_530) return port;
  throw new StartError(`PORT is "${text}". It must be an integer from 1 to 65530.`);
}

/** Runs the platform until a signal arrives. Exits with 1 if it cannot start. */
export async function runPlatform(): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(
      error instanceof StartError ? await startSentence(error) : (fullDiskSentence(error) ?? error),
    );
    process.exit(1);
  }
}

/** Returns the message for a start that failed; for a port in use, it offers free ones. */
async function startSentence(error: StartError): Promise<string> {
  if (!(error instanceof PortInUse)) return error.message;
  const free = await nextFreePorts(portFrom(process.env.PORT) + 1, PORTS);
  const holder = await holderOf(dataDirectoryFrom(process.env));
  if (holder !== null)
    return `The platform of this data directory is already running (process ${holder}). For a second one, choose another port and directory: PORT=${free ?? "…"} DATA_DIR=… npm start`;
  const offer = free === undefined ? "" : `, or choose another: PORT=${free} npm start`;
  return `${error.message} Stop the program that uses it${offer}`;
}

/** Returns the message for a start that failed because of a full disk; null for other errors. */
function fullDiskSentence(error: unknown): string | null {
  if (!fullStorage(error)) return null;
  return `The disk of DATA_DIR (${dataDirectoryFrom(process.env)}) is full, so the platform cannot start. Free some space on it, and start again.`;
}

async function run(): Promise<void> {
  outliveFullDisk();
  if (process.argv.includes("--help") || process.argv.includes("-h")) {
    console.log(HELP);
    return;
  }
  // Results pass through memory outside the heap. By default, V8 collects garbage after every 64 MB of it, which accounted for a
  // quarter of the time of a large query. With this flag, that memory counts against the heap limits.
  setFlagsFromString("--external-memory-accounted-in-global-limit");
  const started: { platform?: Platform } = {};
  // npm forwards signals, but it can also be killed without forwarding one. Without npm, the user may want the platform to
  // outlive its parent (nohup).
  if (process.env.npm_lifecycle_event === "start") {
    onParentExit(() => (started.platform ? end(started.platform) : process.exit(1)));
  }
  const platform = await startPlatform({
    port: portFrom(process.env.PORT),
    dataDirectory: dataDirectoryFrom(process.env),
    environment: process.env,
    onLost: ({ message }) => {
      console.error(`${message} The platform ends. Data in DATA_DIR is complete; start the platform again.`);
      if (started.platform) end(started.platform, 1);
      else process.exit(1);
    },
  });
  started.platform = platform;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(platform));
  announce(platform);
}

/** Prints the URLs of a platform that responds. Programs wait for the first line. */
function announce(platform: Platform): void {
  console.log(`Open ${platform.url}/`);
  console.log(`regions            EU ${platform.euUrl}   US ${platform.usUrl}`);
  console.log(
    `with TLS           EU ${platform.tls.euUrl}   US ${platform.tls.usUrl}   platform ${platform.tls.url}   (${platform.tls.certificatePath})`,
  );
  console.log(`identity provider  ${platform.idpUrl}`);
  console.log(`database           ${platform.engine}`);
  if (platform.germlines !== null) console.log(`germlines          ${platform.germlines}`);
  console.log(`documentation      ${platform.url}/docs`);
}

let isEnding = false;

/** Shuts down in order; components that take too long are terminated. State on disk is always complete. */
function end(platform: Platform, exitCode = 0): void {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(1), END_TIMEOUT_MS).unref();
  platform.close().then(
    () => process.exit(exitCode),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
