const steps = { done: 0, total: 0 };

/** Sets the number of steps of the story, which each heading shows as its progress. */
export function expectSteps(total: number): void {
  steps.total = total;
}

/** Prints the heading of the next step in the story. */
export function say(text: string): void {
  steps.done += 1;
  console.log(`\n▸ ${steps.done}/${steps.total}  ${text}`);
}

/** Prints lines below a heading. */
export function show(text: string): void {
  console.log(
    text
      .split("\n")
      .map((line) => `    ${line}`)
      .join("\n"),
  );
}

/** Runs one piece of work and prints its duration. */
export async function runTimed<T>(what: string, work: () => Promise<T>): Promise<T> {
  process.stdout.write(`    ${what} … `);
  const start = performance.now();
  const result = await work();
  console.log(`${Math.round(performance.now() - start)} ms`);
  return result;
}
