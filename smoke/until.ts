import { setTimeout as sleep } from "node:timers/promises";

const SHORTEST_PAUSE = 20;
const LONGEST_PAUSE = 1_000;

/** Asks again and again until there is an answer. Throws when it takes longer than `seconds`. */
export async function until<T>(what: string, seconds: number, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 1.3)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(pause);
  }
}
