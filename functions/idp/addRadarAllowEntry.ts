import * as v from "valibot";
import { operation } from "#shared/http/operations/operation.ts";
import { providerClient, RADAR_LISTS } from "#shared/identity/providerClient.ts";

export const addRadarAllowEntry = operation(
  {
    summary: "Add an entry to a threat detection allow list",
    description: "Applies to the entire identity provider. Existing entries are kept.",
    method: "POST",
    path: "/idp:addRadarAllowEntry",
    tag: "Identity provider",
    audience: "staff",
    needs: [],
    body: v.object({
      type: v.picklist(RADAR_LISTS),
      entry: v.pipe(v.string(), v.minLength(1), v.maxLength(2000), v.examples(["192.0.2.17"])),
    }),
    response: v.object({ detail: v.optional(v.string(), "Success") }),
    requires: "idp",
    internal: true,
  },
  async ({ settings, body }) => {
    if (settings.idp) await providerClient(settings.idp).addRadarAllowEntry(body.type, body.entry);
    return { detail: "Success" };
  },
);
