import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Attack, Outcome } from "./otherAccountProcess.ts";

/** ID of an account that owns nothing: `nobody`. */
export const OTHER_ACCOUNT = 65_534;

const PROGRAM = join(import.meta.dirname, "otherAccountProcess.ts");

/** Runs an attack as another account on this machine. Only root can switch to it. */
export async function attackAsOther(attack: Attack): Promise<Outcome> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH },
  });
  child.stdin.end(JSON.stringify({ ...attack, account: OTHER_ACCOUNT }));
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return JSON.parse(output) as Outcome;
}
