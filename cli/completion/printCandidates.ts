import { Cli } from "../cli.ts";
import { type Candidate, candidatesFor } from "./candidates.ts";
import { wantedAt } from "./lineWords.ts";

/** Maximum time to wait for the platform, in milliseconds: the shell is blocked while the user types. */
const PLATFORM_TIMEOUT_MS = 2_000;
const MAX_DESCRIPTION_LENGTH = 80;

/**
 * Prints the candidates for the last word of a command line, one per line with its description. `words` are those after `pdp`
 * up to the cursor. Prints nothing if the platform does not respond in time or nobody is signed in, because errors would
 * appear while the user types.
 */
export async function printCandidates(words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const wanted = await wantedAt(words);
    if (!wanted) return;
    const cli = new Cli(env, { quiet: true, ...optionsIn(words) }, AbortSignal.timeout(PLATFORM_TIMEOUT_MS));
    const project = optionValue(words, "--project") ?? optionValue(words, "-p");
    const candidates = await Promise.race([candidatesFor(wanted, cli, project), later(PLATFORM_TIMEOUT_MS)]);
    const current = words.at(-1) ?? "";
    process.stdout.write(candidates.map((candidate) => lineOf(candidate, current)).join(""));
  } catch {
    // Prints nothing on failure, as documented above.
  }
}

/** Reads the options that select the platform and workspace. */
function optionsIn(words: readonly string[]): { url?: string; workspace?: string } {
  const [url, workspace] = [optionValue(words, "--url"), optionValue(words, "--workspace")];
  return { ...(url && { url }), ...(workspace && { workspace }) };
}

/** Returns the value of an option before the last word. */
function optionValue(words: readonly string[], name: string): string | undefined {
  const at = words.indexOf(name);
  return at >= 0 && at < words.length - 2 ? words[at + 1] : undefined;
}

function lineOf([value, description]: Candidate, current: string): string {
  const isFiles = value.startsWith(":");
  // Control characters could end the line or move the cursor.
  const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if (isFiles) return `${value}\n`;
  if (printable(value) !== value || !value.startsWith(current)) return "";
  const words = printable(description ?? "").slice(0, MAX_DESCRIPTION_LENGTH);
  return words ? `${value}\t${words}\n` : `${value}\n`;
}

async function later(milliseconds: number): Promise<Candidate[]> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, []).unref());
}
