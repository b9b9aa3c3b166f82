import { localEnvironment } from "#local/localEnvironment.ts";
import type { Environment } from "#shared/runtime/environment.ts";

type Addresses = Parameters<typeof localEnvironment>[2];

/** Address without a listener. */
const NOBODY = "http://127.0.0.1:9";

/** The environment of a function of the region EU, complete, for what reaches only the addresses that are given. */
export function exampleEnvironment(addresses: Partial<Addresses> = {}, directory = "/nowhere"): Environment {
  const all = { database: NOBODY, objects: NOBODY, states: NOBODY, idp: NOBODY, ...addresses };
  return localEnvironment("EU", { platform: 1, EU: 2, US: 3 }, all, directory, { IDP_API_KEY: "key" });
}
