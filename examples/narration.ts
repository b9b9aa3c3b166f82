/** Prints a heading in the story. */
export function say(text: string): void {
  console.log(`\n▸ ${text}`);
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
