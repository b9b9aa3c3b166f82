import { localEnvironment } from "#local/localEnvironment.ts";
import type { Environment } from "#shared/runtime/environment.ts";

type Addresses = Parameters<typeof localEnvironment>[2];

/** URL that nothing listens on. */
const NOBODY = "http://127.0.0.1:9";

/** Complete environment of a function in region EU, for code that accesses only the given addresses. */
export function exampleEnvironment(addresses: Partial<Addresses> = {}, directory = "/nowhere"): Environment {
  const all = { database: NOBODY, objects: NOBODY, states: NOBODY, idp: NOBODY, ...addresses };
  return localEnvironment("EU", { platform: 1, EU: 2, US: 3 }, all, directory, { IDP_API_KEY: "key" });
}
