import { expect, inject, type TestContext, test } from "vitest";
import { ApiClient } from "../../examples/apiClient.ts";
import { explainAnswer } from "../../examples/explainFailure.ts";
import { type Answer, allAnswered, send } from "./send.ts";
import type { OpenedLab, OpenedWorkspace } from "./smokeLab.ts";

declare module "vitest" {
  interface ProvidedContext {
    smokeLab: OpenedLab;
  }
}

export interface SmokeWorkspace extends OpenedWorkspace {
  api: ApiClient;
  signal: AbortSignal;
}

/** Environment for the checks: two workspaces in the same region. */
export interface SmokeLab extends OpenedLab {
  /** Stops the checks: once it is aborted, they send no further requests. */
  signal: AbortSignal;
  staff: ApiClient;
  first: SmokeWorkspace;
  second: SmokeWorkspace;
}

/** Deployment requirement. Annotates the test with the observation, in a few words. */
export type Check = (context: TestContext & { lab: SmokeLab }) => Promise<void>;

export const smokeTest = test.extend<{ lab: SmokeLab }>({
  lab: async ({ signal }, use) => {
    const opened = inject("smokeLab");
    const { options, staffToken } = opened;
    const withClient = (workspace: OpenedWorkspace): SmokeWorkspace => {
      const { origin, prefix, token } = workspace;
      return { ...workspace, signal, api: new ApiClient(`${origin}${prefix}`, token, signal) };
    };
    await use({
      ...opened,
      signal,
      staff: new ApiClient(options.baseUrl, staffToken, signal),
      first: withClient(opened.first),
      second: withClient(opened.second),
    });
    await allAnswered();
  },
});

/** Sends one request to a workspace operation with a path under the workspace prefix. */
export function sendTo(
  { origin, prefix, token, signal }: SmokeWorkspace,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<Answer> {
  return send({ method, origin, path: `${prefix}${path}`, token, signal, body });
}

/** Checks the status and, if given, the code. A failure shows the whole error. */
export function expectAnswer(
  request: string,
  { status, json }: { status: number; json: unknown },
  wanted: number,
  code?: string,
): void {
  const seen = code === undefined ? undefined : (json as { code?: unknown } | null)?.code;
  expect([status, seen], `${request}: ${explainAnswer(status, json)}`).toEqual([wanted, code]);
}
