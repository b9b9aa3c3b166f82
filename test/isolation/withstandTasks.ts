import { expect } from "vitest";
import { NOWHERE, PARAMETERS, withValue } from "#test/conformance/taskBodies.ts";
import type { Lab } from "#test/support/lab.ts";
import { ApiError } from "../../examples/apiClient.ts";
import type { Site } from "./site.ts";

const MONOMER = "ACDEFGHIKLMNPQRSTVWY".repeat(3);
/** Number of tasks that each attacker creates at the same time. */
const AT_ONCE = 4;
const REFUSALS = [400, 404, 422, 429];

/** Creates tasks with a hostile query while others work. Expects each to be created or refused, without stalling anyone. */
export async function withstandDataset(site: Site, query: string): Promise<void> {
  const statuses = await attack(site, "analyze.data/v2", {
    dataset: { kind: "QUERY", query },
    reference: { monomer: MONOMER },
    assays: [{ assay_id: "id", name: "id", unit: "", scale_type: "ADDITIVE" }],
  });
  for (const status of statuses) expect([200, ...REFUSALS]).toContain(status);
}

/** Creates tasks with a hostile motif while others work. Expects each to be refused, without stalling anyone. */
export async function withstandMotif(site: Site, motif: string): Promise<void> {
  const whole = PARAMETERS["diversify/v2"](NOWHERE);
  const requirement = {
    apply_to: { ranges: { monomer: [[0, 10]] } },
    motifs: [motif],
    operator: "none",
  };
  const parameters = withValue(whole, ["generator", "requirements"], Array(10).fill(requirement));
  const statuses = await attack(site, "diversify/v2", parameters as object);
  // True if the motif is too large or the named models do not exist.
  for (const status of statuses) expect(REFUSALS).toContain(status);
}

/** Creates a task and returns the status of the response. */
async function statusOf({ api, projectId }: Lab, type: string, parameters: object): Promise<number> {
  const context = { kind: "PROJECT", project_id: projectId };
  try {
    await api.post(`/task/${type}:create`, { context, parameters });
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

/** Both attackers create tasks at the same time, while the bystander works. */
function attack(site: Site, type: string, parameters: object): Promise<number[]> {
  return site.withstand(() =>
    Promise.all(
      site.attackers.flatMap((lab) => Array.from({ length: AT_ONCE }, () => statusOf(lab, type, parameters))),
    ),
  );
}
