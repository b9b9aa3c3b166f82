import { fromNodeProviderChain } from "@aws-sdk/credential-providers";
import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";

type Credentials = ConstructorParameters<typeof SignatureV4>[0]["credentials"];

export interface AwsJsonOptions {
  /** Name of the service in its address and in signatures, such as `glue`. */
  service: string;
  /** Target prefix of its operations, such as `AWSGlue`. */
  target: string;
  region: string;
  /** Address of the service; defaults to `AWS_ENDPOINT_URL`, as for the SDK's clients, or otherwise to the AWS address. */
  endpoint?: string | undefined;
  credentials?: Credentials | undefined;
}

/** Calls to one AWS service. */
export interface AwsJson {
  /**
   * Calls an operation. Rejects with an error that has the service's error name and the status in `$metadata`, or the
   * `code` of a broken connection.
   */
  call<Answer>(operation: string, input: object, signal?: AbortSignal): Promise<Answer>;
}

/**
 * Returns the calls for a service that uses AWS's JSON protocol (1.1). The SDK's clients contain the shapes of all types, so
 * each would add about 45 KB to a bundle for a few calls that need none of this.
 */
export function awsJson({
  service,
  target,
  region,
  endpoint = process.env.AWS_ENDPOINT_URL,
  credentials = fromNodeProviderChain(),
}: AwsJsonOptions): AwsJson {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const url = new URL(endpoint ?? `https://${service}.${region}.${domain}`);
  const sha256 = Hash.bind(null, "sha256") as never;
  const signer = new SignatureV4({ credentials, region, service, sha256 });
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
          "x-amz-target": `${target}.${operation}`,
        },
        body,
      });
      const { host: _, ...headers } = signed.headers;
      const response = await fetch(url, { method: "POST", headers, body, ...(signal && { signal }) }).catch(
        (error: Error) => {
          throw Object.assign(error, { code: (error.cause as { code?: string } | undefined)?.code });
        },
      );
      const answer = (await response.json().catch(() => ({}))) as Answer;
      if (response.ok) return answer;
      throw refusal(answer as Refusal, service, response.status);
    },
  };
}

interface Refusal {
  __type?: string;
  message?: string;
  Message?: string;
}

function refusal({ __type = "", message, Message }: Refusal, service: string, httpStatusCode: number): Error {
  const name = __type.split("#").at(-1) || "UnknownError";
  const error = new Error(message ?? Message ?? `${service} answered ${httpStatusCode} ${name}`);
  error.name = name;
  return Object.assign(error, { $metadata: { httpStatusCode } });
}
