import { setTimeout as sleep } from "node:timers/promises";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Platform } from "#local/startPlatform.ts";
import { ApiClient } from "../../examples/apiClient.ts";

/** Creates a workspace with a member and returns the member's environment. */
export async function memberEnvironment(platform: Platform): Promise<Record<string, string>> {
  const { url, idpUrl, dataDirectory } = platform;
  const idp = localIdp(platform);
  const { clientId, staffOrganizationId } = await idp.settings();
  const staffToken = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const staff = new ApiClient(url, staffToken);
  await staff.post("/v2/workspace:create", { name: "lab", display_name: "Python", region: "EU" });
  while ((await staff.get<{ state: string }>("/v2/workspace:get?name=lab")).state !== "READY")
    await sleep(10);
  const [organization = ""] = await idp.workspaceOrganizations("lab");
  const token = await idp.userToken(clientId, "ana@example.org", organization);
  return {
    PDP_URL: url,
    PDP_IDP_URL: idpUrl,
    DATA_DIR: dataDirectory,
    PDP_TOKEN: token,
    PDP_WORKSPACE: "lab",
  };
}
