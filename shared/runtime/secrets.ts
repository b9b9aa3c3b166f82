import { type AwsJson, awsJson } from "./awsJson.ts";
import type { Environment } from "./environment.ts";

const TIMEOUT_MS = 3_000;
const ATTEMPTS = 3;

/**
 * Reads the secrets listed in `SECRETS` (JSON: variable → name of a secret) from Secrets Manager in the function's AWS region.
 * Returns the environment with their values. Rejects if a secret cannot be read.
 */
export async function readSecrets(environment: Environment): Promise<Environment> {
  const wanted = Object.entries(JSON.parse(environment.SECRETS ?? "{}") as Record<string, string>);
  if (wanted.length === 0) return environment;
  const names = [...new Set(wanted.map(([, name]) => name))];
  const calls = awsJson({
    service: "secretsmanager",
    target: "secretsmanager",
    region: environment.AWS_REGION ?? "",
    endpoint: environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? environment.AWS_ENDPOINT_URL,
  });
  const values = new Map(
    await Promise.all(names.map(async (name) => [name, await readSecret(calls, name)] as const)),
  );
  return {
    ...environment,
    ...Object.fromEntries(wanted.map(([variable, name]) => [variable, values.get(name)])),
  };
}

async function readSecret(calls: AwsJson, SecretId: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readOnce(calls, SecretId);
    } catch (cause) {
      if (attempt === ATTEMPTS) throw new Error(`The secret ${SecretId} cannot be read`, { cause });
    }
  }
}

async function readOnce(calls: AwsJson, SecretId: string): Promise<string> {
  const answer = await calls.call<{ SecretString?: string }>(
    "GetSecretValue",
    { SecretId },
    AbortSignal.timeout(TIMEOUT_MS),
  );
  if (answer.SecretString !== undefined) return answer.SecretString;
  throw new Error("Secrets Manager returned no text");
}
