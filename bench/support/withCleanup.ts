import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

type Clean = () => Promise<unknown>;

/** Pending cleanups, in the order in which they run. */
const pendingCleanups: Clean[] = [];
let listening = false;
let ending = false;

/** Cleans up after the work, even if Ctrl-C or SIGTERM ends the process early. */
export async function withCleanup<Result>(clean: Clean, work: () => Promise<Result>): Promise<Result> {
  listen();
  pendingCleanups.push(clean);
  try {
    return await work();
  } finally {
    // The signal handler cleans up and exits the process: nothing else may start until then.
    if (ending) await new Promise(() => undefined);
    pendingCleanups.splice(pendingCleanups.indexOf(clean), 1);
    await clean();
  }
}

/** Runs `work` with a temporary folder that is removed afterward. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "platform-bench-"));
  return withCleanup(
    () => rm(folder, { recursive: true, force: true }),
    () => work(folder),
  );
}

function listen(): void {
  if (listening) return;
  listening = true;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!ending) void end(signal);
    });
  }
}

async function end(signal: "SIGINT" | "SIGTERM"): Promise<void> {
  ending = true;
  for (const clean of pendingCleanups.toReversed())
    await clean().catch((error: unknown) => console.error(error));
  process.exit(128 + constants.signals[signal]);
}
