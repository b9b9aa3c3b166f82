import { fromNodeProviderChain } from "@aws-sdk/credential-providers";
import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tenantCredentials } from "#shared/runtime/tenantCredentials.ts";

type Credentials = ConstructorParameters<typeof SignatureV4>[0]["credentials"];

/** Calls of Glue. Its client of the SDK, with the shapes of all its types, is 45 KB in a bundle; five calls need none. */
export interface Glue {
  /** Calls an operation. Rejects with an error that has Glue's name of it, and its status in `$metadata`. */
  call<Answer>(operation: string, input: object, signal?: AbortSignal): Promise<Answer>;
}

export interface GlueOptions {
  region: string;
  endpoint?: string | undefined;
  credentials?: Credentials | undefined;
}

/** Returns a workspace's calls of Glue, with credentials for that workspace only. */
export function glueClient(scope: WorkspaceScope): Glue {
  const { endpoints, regions } = scope.settings;
  const region = regions[scope.region].awsRegion;
  return glueCalls({ region, endpoint: endpoints.glue ?? undefined, ...tenantCredentials(scope) });
}

export function glueCalls({ region, endpoint, credentials = fromNodeProviderChain() }: GlueOptions): Glue {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const url = new URL(endpoint ?? `https://glue.${region}.${domain}`);
  const sha256 = Hash.bind(null, "sha256") as never;
  const signer = new SignatureV4({ credentials, region, service: "glue", sha256 });
  return {
    async call<Answer>(operation: string, input: object, signal?: AbortSignal): Promise<Answer> {
      const body = JSON.stringify(input);
      const signed = await signer.sign({
        method: "POST",
        protocol: url.protocol,
        hostname: url.hostname,
        path: "/",
        query: {},
        headers: {
          host: url.host,
          "content-type": "application/x-amz-json-1.1",
          "x-amz-target": `AWSGlue.${operation}`,
        },
        body,
      });
      const { host: _, ...headers } = signed.headers;
      const response = await fetch(url, { method: "POST", headers, body, ...(signal && { signal }) }).catch(
        (error: Error) => {
          // The reason of a broken connection, which is tried again.
          throw Object.assign(error, { code: (error.cause as { code?: string } | undefined)?.code });
        },
      );
      const answer = (await response.json().catch(() => ({}))) as Answer;
      if (response.ok) return answer;
      throw glueError(answer as GlueFailure, response.status);
    },
  };
}

interface GlueFailure {
  __type?: string;
  message?: string;
  Message?: string;
}

function glueError({ __type = "", message, Message }: GlueFailure, httpStatusCode: number): Error {
  const error = new Error(message ?? Message ?? `Glue answered ${httpStatusCode}`);
  error.name = __type.split("#").at(-1) || "UnknownError";
  return Object.assign(error, { $metadata: { httpStatusCode } });
}
