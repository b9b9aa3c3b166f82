import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Config } from "#infra/config.ts";
import { readerRoleName } from "#infra/constructs/permissions/readerRole.ts";
import { awsRegionOf, LOCATIONS, names, roleArn } from "#infra/names.ts";
import { type Break, SQL_ROLE } from "./breaks.ts";
import { countDecisions, OPERATOR, readDecisions } from "./decisions.ts";
import { apiUrl, type Emulation } from "./emulation.ts";
import { assumeNewRole } from "./roles.ts";
import { timer } from "./timer.ts";
import { tryVersionDeletes } from "./versionDeletes.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Number of rows in the story: enough for training. */
const STORY_ROWS = 2000;

/** Roles that the smoke tests use to attempt calls that must be refused: sessions of functions that run SQL, and of tools. */
const PROVOKING = [SQL_ROLE, readerRoleName("EU")];

/** Deployment checks run on the emulator. */
export class Trial {
  readonly #emulation: Emulation;
  #operator: Record<string, string> = {};

  constructor(emulation: Emulation) {
    this.#emulation = emulation;
  }

  /** Creates the role that the smoke tests use to request tenant sessions. */
  async open(): Promise<this> {
    const { config } = this.#emulation;
    const Action = ["sts:AssumeRole", "sts:TagSession"];
    const Statement = { Effect: "Allow", Action, Resource: roleArn(config, "workspace-eu-tenant-*") };
    this.#operator = await assumeNewRole(config, OPERATOR, { Tenants: { Version: "2012-10-17", Statement } });
    return this;
  }

  /** Runs everything. Returns the problems found, one sentence each. */
  async runAll(withStory: boolean): Promise<string[]> {
    const { config, folder, environment } = this.#emulation;
    const timed = timer(console.log);
    const problems = await askPastTheEdge(config);
    if (!(await this.#smoke([]))) problems.push("a smoke test failed");
    timed("smoke tests");
    if (withStory) {
      const args = ["examples/demo.ts", "--url", config.platformUrl, "--rows", String(STORY_ROWS)];
      if ((await program(args, environment)) !== 0) problems.push("the story failed");
      timed("the demo's story");
    }
    problems.push(...this.#problemsOfAthena(withStory));
    const decisions = await readDecisions(folder.decisions, PROVOKING);
    console.log(
      `IAM decided ${decisions.count} calls of ${decisions.callers} roles; ${decisions.provoked} denials were provoked`,
    );
    problems.push(...decisions.unexpected, ...(await tryVersionDeletes(config)));
    timed("deletions of object versions");
    return problems;
  }

  /**
   * Prints the number of statements that Athena computed. Returns the failed statements; after the story, also returns a
   * problem if there were no statements.
   */
  #problemsOfAthena(withStory: boolean): string[] {
    const { executions } = this.#emulation.athena;
    const failed = executions.filter(({ state }) => state !== "SUCCEEDED");
    console.log(`Athena computed ${executions.length} statements, ${failed.length} of them failed`);
    if (withStory && executions.length === 0) return ["no query of the story reached Athena"];
    return failed.map(
      ({ request, state, reason }) => `${state}: ${reason}: ${request.QueryString.slice(0, 400)}`,
    );
  }

  /** Plants a fault, runs the smoke tests that should detect it, and removes it. Returns what they detected. */
  async runBroken({ apply, checks }: Break): Promise<string[]> {
    const { folder } = this.#emulation;
    const from = await countDecisions(folder.decisions);
    const restore = await apply({ ...this.#emulation, throttleAgain: folder.throttleAgain });
    try {
      const isOk = await this.#smoke(checks);
      const { unexpected } = await readDecisions(folder.decisions, PROVOKING, from);
      return [...(isOk ? [] : [`${checks.join(", ")} failed`]), ...unexpected];
    } finally {
      await restore();
    }
  }

  async #smoke(only: readonly string[]): Promise<boolean> {
    const { config, environment } = this.#emulation;
    const args = [
      "test/smoke/run.ts",
      "--base-url",
      config.platformUrl,
      "--tenant-role",
      roleArn(config, SQL_ROLE),
    ];
    const chosen = only.length > 0 ? ["--only", only.join(","), "--patience", "60"] : [];
    return (await program([...args, ...chosen], { ...environment, ...this.#operator })) === 0;
  }
}

/** Calls each API directly, bypassing the edge, without the edge's key. Returns the problems found. */
async function askPastTheEdge(config: Config): Promise<string[]> {
  const problems: string[] = [];
  for (const place of LOCATIONS) {
    const url = `${await apiUrl(config, place)}/users/me`;
    const { status } = await fetch(url);
    if (status !== 403) {
      problems.push(
        `${names.api(place)} in ${awsRegionOf(config, place)} answered ${status} past its edge, not 403`,
      );
    }
  }
  return problems;
}

/** Runs a program from this checkout with this process's output. Returns its exit code. */
async function program(args: string[], environment: Record<string, string>): Promise<number> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit", env });
  const [code] = await once(child, "exit");
  return code ?? 1;
}
