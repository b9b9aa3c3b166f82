import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentation } from "#functions/documentation.ts";
import { operations } from "#functions/operations.ts";
import { closeServer } from "#local/listen.ts";
import { startPlatform } from "#local/startPlatform.ts";
import { gateway } from "#shared/http/gateway/gateway.ts";
import { HTTP_LIMITS, type HttpLimits } from "#shared/http/gateway/httpLimits.ts";
import { HttpTraffic } from "#shared/http/gateway/httpTraffic.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { request } from "../support/http.ts";
import { type Addresses, type Lab, newLab, staffToken } from "../support/lab.ts";
import { RawClient } from "./rawClient.ts";

/** Tenant on a server with small limits. */
export interface Tenant {
  lab: Lab;
  workspaceId: string;
  /** Calls to the server with small limits. */
  api: ApiClient;
  path: (rest: string) => string;
  /** Request head with a token, up to its empty line. */
  head: (method: string, rest: string, ...headers: string[]) => string;
}

/** URL of the platform with separate limits. */
export interface LimitedAddress {
  port: number;
  url: string;
  traffic: HttpTraffic;
  open: () => Promise<RawClient>;
  tenant: (index: number) => Tenant;
  close: () => Promise<void>;
}

/** Platform in this process with two attacking tenants and a working one, on servers with small limits. */
export interface LimitedSite {
  addresses: Addresses;
  /** Addresses of the components that accept only signed requests. */
  parts: { database: string; states: string };
  at: (limits: Partial<HttpLimits>) => Promise<LimitedAddress>;
  close: () => Promise<void>;
}

export async function startLimitedSite(): Promise<LimitedSite> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "limited-"));
  const platform = await startPlatform({
    port: 0,
    dataDirectory,
    environment: { IDP_WEBHOOK_SECRET: "a secret of these tests" },
  });
  const addresses = { platformUrl: platform.url, idpUrl: platform.idpUrl, dataDirectory };
  const labs = [await newLab(addresses), await newLab(addresses), await newLab(addresses)];
  const staff = await staffToken(addresses);
  const ids = await Promise.all(
    labs.map(async ({ name }) => {
      const url = `${platform.url}/v2/workspace:getRecord?name=${name}`;
      return String((await request("GET", url, { token: staff })).body.id);
    }),
  );
  const all = [...Object.values(operations), ...Object.values(documentation)];
  const open: LimitedAddress[] = [];
  const at = async (limits: Partial<HttpLimits>): Promise<LimitedAddress> => {
    const traffic = new HttpTraffic({ ...HTTP_LIMITS, ...limits });
    const server: Server = gateway(all, () => platform.settings.EU, "", { traffic }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const address: LimitedAddress = {
      port,
      url,
      traffic,
      open: () => RawClient.open(port),
      tenant: (index) => {
        const lab = labs[index] as Lab;
        const path = (rest: string): string => `/v2/workspace/${lab.name}${rest}`;
        return {
          lab,
          workspaceId: ids[index] ?? "",
          api: new ApiClient(`${url}/v2/workspace/${lab.name}`, lab.token),
          path,
          head: (method, rest, ...headers) =>
            [`${method} ${path(rest)} HTTP/1.1`, "host: x", `authorization: Bearer ${lab.token}`, ...headers]
              .map((line) => `${line}\r\n`)
              .join("")
              .concat("\r\n"),
        };
      },
      close: () => closeServer(server, { graceMs: 0 }),
    };
    open.push(address);
    return address;
  };
  return {
    addresses,
    parts: {
      database: platform.settings.EU.endpoints.dynamodb ?? "",
      states: platform.settings.EU.endpoints.sfn ?? "",
    },
    at,
    close: async () => {
      for (const address of open) await address.close();
      await platform.close();
      await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
