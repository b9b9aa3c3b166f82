import { stat } from "node:fs/promises";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { NotSignedIn } from "../../errors.ts";
import { wordsFor } from "../../failures.ts";
import { credentialsPath } from "../../session/credentials.ts";

interface Finding {
  check: string;
  ok: boolean;
  found: string;
}

/** Clock difference above which tokens may be refused, in seconds. */
const MAX_CLOCK_SKEW_SECONDS = 60;

/** Looks for reasons why commands fail. */
export const doctor: CliCommand = {
  run: async (cli) => {
    const url = await cli.url();
    const findings = [
      await attempt("node", async () => process.version),
      await attempt("credentials", () => credentials(cli)),
      await attempt("platform", () => platform(url), url),
    ];
    if (findings.at(-1)?.ok) {
      findings.push(
        await attempt("clock", () => clock(url), url),
        await attempt("sign-in", async () => (await (await cli.platform()).me()).email, url),
        await attempt("workspace", async () => (await cli.workspace()).name, url),
      );
    }
    await cli.list(findings, {
      check: ({ check }) => check,
      ok: ({ ok }) => (ok ? "✓" : "✗"),
      found: ({ found }) => found,
    });
    const failed = findings.filter(({ ok }) => !ok).map(({ check }) => check);
    if (failed.length === 0) return;
    const words = `Failed: ${failed.join(", ")}.`;
    throw failed.includes("sign-in") && !failed.includes("platform")
      ? new NotSignedIn(words)
      : new Error(words);
  },
};

async function attempt(check: string, find: () => Promise<string>, url = ""): Promise<Finding> {
  try {
    return { check, ok: true, found: await find() };
  } catch (error) {
    return { check, ok: false, found: wordsFor(error, url) };
  }
}

async function credentials({ env }: Cli): Promise<string> {
  const path = credentialsPath(env);
  const stats = await stat(path).catch(() => null);
  if (!stats) return `none (${path})`;
  if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) {
    throw new Error(`other users can read ${path}; run: chmod 600 ${path}`);
  }
  return path;
}

async function platform(url: string): Promise<string> {
  const response = await fetch(`${url}/auth:apiStrategy`);
  if (!response.ok)
    throw new Error(`${url} returned status ${response.status}; check that it is a platform URL`);
  return url;
}

async function clock(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/auth:apiStrategy`);
  const seconds = Math.round((Date.now() - Date.parse(headers.get("date") ?? "")) / 1000);
  if (Math.abs(seconds) > MAX_CLOCK_SKEW_SECONDS) {
    throw new Error(
      `this machine's clock differs from the platform's by ${seconds} s: tokens may be rejected`,
    );
  }
  return Number.isNaN(seconds)
    ? "the platform's responses have no Date header"
    : "agrees with the platform's";
}
