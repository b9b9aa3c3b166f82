import { type LocalAddress, localIdp } from "./idp/localIdp.ts";
import { dataDirectoryFrom } from "./idp/localSecret.ts";

/** Offset of the identity provider's port from the platform's port. */
const IDP_OFFSET = 3;

/** Returns the port of the running platform. */
function portFrom({ PORT = "4000" }: NodeJS.ProcessEnv): number {
  const port = Number(PORT);
  if (/^[0-9]+$/.test(PORT) && port >= 1 && port + IDP_OFFSET <= 65_535) return port;
  throw new Error(`PORT is "${PORT}", but must be the platform's port number, such as 4000.`);
}

/** Returns the address of the running platform's identity provider. */
export function idpAddressFrom(environment: NodeJS.ProcessEnv): LocalAddress {
  return {
    idpUrl: `http://127.0.0.1:${portFrom(environment) + IDP_OFFSET}`,
    dataDirectory: dataDirectoryFrom(environment),
  };
}

/** Returns a function that calls operations of the running platform as its staff. */
export async function staffCalls(environment: NodeJS.ProcessEnv) {
  const idp = localIdp(idpAddressFrom(environment));
  const { clientId, staffOrganizationId } = await idp.settings();
  const token = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  return async <Result>(path: string): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${portFrom(environment)}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.ok) return (await response.json()) as Result;
    throw new Error(`The platform returned status ${response.status}: ${await response.text()}`);
  };
}

/** Ends the process with the exit code of a program, or with 2 after printing its error. */
export function endWith(program: Promise<number>): void {
  program.then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(2);
    },
  );
}
