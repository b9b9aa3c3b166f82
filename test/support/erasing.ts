import { type Lab, sharedPlatform, staffToken } from "#test/support/lab.ts";
import { ApiClient, ApiError } from "../../examples/apiClient.ts";

export interface ErasureView {
  id: string;
  state: string;
  where: string | null;
  reason: string | null;
  errors: string[];
  plan: {
    tables: { table_id: string; rows: number; versions: { version_id: string; rows: number }[] }[];
    tasks: string[];
    artifacts: string[];
    uploads: string[];
    unread_loads: string[];
    views: string[];
    result_count: number;
  };
}

/** Returns a client with permission to erase rows of a workspace. */
export async function eraser(lab: Lab): Promise<ApiClient> {
  return new ApiClient(`${lab.regionUrl}/v2/workspace/${lab.name}`, await staffToken(sharedPlatform()));
}

/** Waits until an erasure is no longer running. */
export async function ended(api: ApiClient, id: string): Promise<ErasureView> {
  for (;;) {
    const erasure = await api.get<ErasureView>(`/data:getErasure?id=${id}&wait_seconds=5`);
    if (erasure.state !== "ERASING") return erasure;
  }
}

export async function erase(api: ApiClient, request: object): Promise<ErasureView> {
  const { id } = await api.post<ErasureView>("/data:prepareErasure", request);
  await api.post(`/data:confirmErasure?plan_id=${id}`);
  return ended(api, id);
}

/** Returns the error of a refused request, with its status. */
export async function refused(
  work: Promise<unknown>,
): Promise<{ status: number; code: string; detail: string }> {
  const error = await work.then(
    (answer) => new Error(`The request succeeded: ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error;
  return { ...(error.body as { code: string; detail: string }), status: error.status };
}
