import { type Answer, request } from "../support/http.ts";
import { type Addresses, type Lab, sharedPlatform, staffToken } from "../support/lab.ts";

interface Options {
  /** Defaults to the lab's member; null sends no token. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Lab with request functions that return error responses instead of throwing. */
export interface Site {
  addresses: Addresses;
  lab: Lab;
  /** Token of a platform staff member. */
  staff: string;
  /** Method and path, without the query string, of every request since the row started. */
  calls: { method: string; path: string }[];
  /** Under the workspace's prefix, at its regional URL. */
  get: (path: string, options?: Options) => Promise<Answer>;
  post: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  /** Any path at the regional URL. */
  region: (method: string, path: string, options?: Options) => Promise<Answer>;
  /** Path at the platform URL. */
  platform: (method: string, path: string, options?: Options) => Promise<Answer>;
}

export async function openSite(lab: Lab, addresses: Addresses = sharedPlatform()): Promise<Site> {
  const calls: Site["calls"] = [];
  const send = (base: string, method: string, path: string, options: Options = {}) => {
    calls.push({ method, path: path.split("?")[0]?.replace(/%3A/gi, ":") ?? "" });
    return request(method, `${base}${path}`, { token: lab.token, ...options });
  };
  const below = `/v2/workspace/${lab.name}`;
  return {
    addresses,
    lab,
    staff: await staffToken(addresses),
    calls,
    get: (path, options) => send(lab.regionUrl, "GET", below + path, options),
    post: (path, body, options) => send(lab.regionUrl, "POST", below + path, { body, ...options }),
    region: (method, path, options) => send(lab.regionUrl, method, path, options),
    platform: (method, path, options) => send(addresses.platformUrl, method, path, options),
  };
}
