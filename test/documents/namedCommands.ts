/** Programs that belong to npm itself. */
const NPM_COMMANDS = ["ci", "install", "run", "start", "test", "exec", "pack"];

/** Returns the scripts that a line of code runs through npm: `npm run -s x`, `npm test`. */
export function namedScripts(code: string): string[] {
  return [...code.matchAll(/\bnpm (?:(run)(?: -s| --silent)? )?([a-z][\w:-]*)/g)].flatMap(
    ([, run, name = ""]) => {
      if (run) return [name];
      if (name === "start" || name === "test") return [name];
      return NPM_COMMANDS.includes(name) ? [] : [`npm ${name}`];
    },
  );
}

/** Returns the programs that a line of code runs through npx. */
export function namedPrograms(code: string): string[] {
  return [...code.matchAll(/\bnpx (?:-\S+ )*([@a-z][\w@/-]*)/g)].map(([, name = ""]) => name);
}

/** Returns the words after `pdp`, this project's command-line program, at most two per call. */
export function namedCliCommands(code: string): string[][] {
  const calls = code.matchAll(/(?<![\w./-])pdp(?: --)? ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g);
  return [...calls]
    .filter(({ index }) => !/(?:import|from|as) $/.test(code.slice(0, index)))
    .map(([, first = "", second]) => (second === undefined ? [first] : [first, second]));
}

/** Returns the benchmarks that a line of code runs. */
export function namedBenchmarks(code: string): string[] {
  return [...code.matchAll(/\bnpm run(?: -s)? bench -- ([a-zA-Z]\w*)/g)].map(([, name = ""]) => name);
}
