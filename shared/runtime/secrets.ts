import { fromNodeProviderChain } from "@aws-sdk/credential-providers";
import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";
import type { Environment } from "./environment.ts";

const TIMEOUT_MS = 3_000;
const ATTEMPTS = 3;

/**
 * Reads the secrets that `SECRETS` names (JSON: variable → name of a secret) from Secrets Manager of the function's own
 * AWS region. Returns the environment with their values. Rejects if one cannot be read.
 */
export async function readSecrets(environment: Environment): Promise<Environment> {
  const wanted = Object.entries(JSON.parse(environment.SECRETS ?? "{}") as Record<string, string>);
  if (wanted.length === 0) return environment;
  const names = [...new Set(wanted.map(([, name]) => name))];
  const values = new Map(
    await Promise.all(names.map(async (name) => [name, await readSecret(environment, name)] as const)),
  );
  return {
    ...environment,
    ...Object.fromEntries(wanted.map(([variable, name]) => [variable, values.get(name)])),
  };
}

/** Reads one secret. The service's client of the SDK would add a tenth to a function for one call. */
async function readSecret(environment: Environment, SecretId: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readOnce(environment, SecretId);
    } catch (cause) {
      if (attempt === ATTEMPTS) throw new Error(`The secret ${SecretId} cannot be read`, { cause });
    }
  }
}

async function readOnce(environment: Environment, SecretId: string): Promise<string> {
  const region = environment.AWS_REGION ?? "";
  const endpoint = environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? environment.AWS_ENDPOINT_URL;
  const url = new URL(endpoint ?? `https://secretsmanager.${region}.amazonaws.com`);
  const sha256 = Hash.bind(null, "sha256") as never;
  const signer = new SignatureV4({
    credentials: fromNodeProviderChain(),
    region,
    service: "secretsmanager",
    sha256,
  });
  const body = JSON.stringify({ SecretId });
  const signed = await signer.sign({
    method: "POST",
    protocol: url.protocol,
    hostname: url.hostname,
    path: "/",
    query: {},
    headers: {
      host: url.host,
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "secretsmanager.GetSecretValue",
    },
    body,
  });
  const { host: _, ...headers } = signed.headers;
  const response = await fetch(url, {
    method: "POST",
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer = (await response.json()) as { SecretString?: string; __type?: string };
  if (answer.SecretString !== undefined) return answer.SecretString;
  throw new Error(`Secrets Manager answered ${response.status} ${answer.__type ?? "without a text"}`);
}
