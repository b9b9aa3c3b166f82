import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { randomNumbers } from "../../examples/variants.ts";
import { Actor } from "./actor.ts";
import { checkAll, Lost } from "./checkTable.ts";
import { Journal } from "./journal.ts";
import { MortalPlatform, type Victim } from "./mortalPlatform.ts";

const HELP = `Writes to a platform while its processes are killed, and compares every acknowledged write with the data.

  npm run soak -- --minutes 10 --seed 1 --tables 3 --workspaces 3`;

/** Pause between kills, in milliseconds: a minimum, and a random addition. */
const PAUSE_MS = 800;
const MORE_PAUSE_MS = 3_500;
const VICTIMS: readonly Victim[] = ["platform", "database", "worker", "worker"];

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    tables: { type: "string", default: "3" },
    workspaces: { type: "string", default: "3" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else
  process.exitCode = (await soak(
    Number(values.minutes),
    Number(values.seed),
    Number(values.tables),
    Number(values.workspaces),
  ))
    ? 0
    : 1;

/** Runs the test; false if an acknowledged write was lost. */
async function soak(minutes: number, seed: number, tables: number, workspaces: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "soak-"));
  const journalPath = `${folder}.jsonl`;
  console.log(`seed ${seed}, data in ${folder}, journal in ${journalPath}`);
  const journal = new Journal(journalPath);
  const platform = await MortalPlatform.start(folder, workspaces);
  const end = performance.now() + minutes * 60_000;
  let problem: unknown;
  const isOver = () => performance.now() > end || problem !== undefined;
  const stop = (error: unknown): void => {
    problem ??= error;
  };
  platform.ended.promise.catch(stop);
  const workspaceOf = (table: string) => platform.workspace(Number(table.slice(1)) - 1);
  // A workspace runs one erasure at a time.
  const erasing = Array.from({ length: workspaces }, () => ({ busy: false }));
  const actors = Array.from({ length: tables }, (_, index) =>
    new Actor(
      workspaceOf(`t${index + 1}`),
      journal,
      `t${index + 1}`,
      randomNumbers(seed + index),
      erasing[index % workspaces] as { busy: boolean },
    )
      .act(isOver)
      .catch(stop),
  );
  const killer = killRegularly(platform, randomNumbers(seed + 1_000), isOver).catch(stop);
  await Promise.all([...actors, killer]);
  let compared = 0;
  try {
    if (problem === undefined) compared = await checkAll(workspaceOf, journal);
  } catch (error) {
    stop(error);
  }
  await platform.close();
  const { platform: whole, database, worker } = platform.kills;
  console.log(
    `kills: ${whole} platform, ${database} database, ${worker} worker; sum ${whole + database + worker}`,
  );
  console.log(
    `acknowledged: ${Object.entries(journal.counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ")}`,
  );
  if (problem === undefined) {
    console.log(`compared ${compared} states of ${tables} tables; acknowledged writes lost: 0`);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    await rm(journalPath);
    return true;
  }
  console.error(problem instanceof Lost ? `LOST: ${problem.message}` : problem);
  return false;
}

async function killRegularly(
  platform: MortalPlatform,
  random: () => number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await sleep(PAUSE_MS + random() * MORE_PAUSE_MS);
    await platform.kill(VICTIMS[Math.floor(random() * VICTIMS.length)] as Victim);
  }
}
