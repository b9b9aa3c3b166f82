import * as v from "valibot";
import { step } from "#shared/http/operations/step.ts";
import { providerClient } from "#shared/identity/providerClient.ts";
import { now } from "#shared/runtime/ids.ts";
import { createHead } from "#shared/store/versions.ts";
import { readWorkspace, replaceWorkspace } from "#shared/store/workspaces.ts";

/** Creates a workspace's organization at the identity provider and starts its history in its region. */
export const provisionWorkspace = step(
  {
    summary: "Provision a workspace",
    location: "platform",
    needs: ["platform:write", "regions:write"],
    input: v.object({ workspace_id: v.string(), attempt: v.number() }),
  },
  async ({ input, settings }) => {
    const before = await readWorkspace({ settings }, input.workspace_id);
    if (before?.item.state !== "PROVISIONING" || before.item.attempt !== input.attempt) {
      return { repeated: true };
    }
    const { id, name, region } = before.item;
    const organization = settings.idp
      ? await providerClient(settings.idp).ensureOrganization({ externalId: id, name })
      : null;
    await createHead({ settings, id, region });
    const ready = {
      ...before.item,
      state: "READY" as const,
      idp_org_id: organization?.id ?? null,
      errors: [],
      updated_at: now(),
    };
    await replaceWorkspace({ settings }, before, ready, false);
    return { repeated: false };
  },
);
