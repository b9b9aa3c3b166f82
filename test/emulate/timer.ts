/** Prints one line of progress. */
export type Say = (line: string) => void;

/** Returns a function that prints a step with the number of seconds since its last call. */
export function timer(say: Say): (what: string) => void {
  let last = performance.now();
  return (what) => {
    const now = performance.now();
    say(`${`${((now - last) / 1000).toFixed(1)} s`.padStart(8)}  ${what}`);
    last = now;
  };
}
