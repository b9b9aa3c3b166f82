import { generateVariants, toCsv } from "./variants.ts";

const HELP = `Prints measurements of made-up variants as CSV.

  npm run -s generate -- 1000 42 > variants.csv     number of rows and seed (default 1000 and 42)`;

const MAX_ROWS = 1_000_000;
const MAX_SEED = 2 ** 32 - 1;

function wholeNumber(what: string, text: string, maximum: number): number {
  if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
  throw new Error(`${what} "${text}" is not a whole number from 0 to ${maximum}. --help says more.`);
}

function print([rows = "1000", seed = "42", ...more]: string[]): void {
  if (rows === "--help" || rows === "-h") {
    console.log(HELP);
    return;
  }
  if (more.length > 0) throw new Error(`There is one argument too many: "${more[0]}". --help says more.`);
  const count = wholeNumber("The number of rows", rows, MAX_ROWS);
  process.stdout.write(toCsv(generateVariants(count, wholeNumber("The seed", seed, MAX_SEED))));
}

if (import.meta.main) {
  try {
    print(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
