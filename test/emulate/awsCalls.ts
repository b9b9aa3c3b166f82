import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";

/** Request to an AWS service for which this project has no client. */
export interface AwsRequest {
  service: string;
  region: string;
  path?: string;
  method?: "GET" | "POST" | "DELETE";
  /** Form fields for a service with the query protocol (IAM, STS). */
  form?: Record<string, string>;
  /** Operation name and input for a service with the JSON protocol. */
  operation?: [target: string, input: object];
}

/** Calls the endpoint in `AWS_ENDPOINT_URL` with the credentials from the environment. Returns the body as text. */
export async function callAws(request: AwsRequest): Promise<string> {
  const { service, region, path = "/", method = "POST", form, operation } = request;
  const url = new URL(path, process.env.AWS_ENDPOINT_URL);
  const signer = new SignatureV4({
    credentials: {
      accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? "",
    },
    region,
    service,
    sha256: Hash.bind(null, "sha256") as never,
  });
  const body = form ? new URLSearchParams(form).toString() : operation ? JSON.stringify(operation[1]) : "";
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: {
      host: url.host,
      ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      ...(operation && { "content-type": "application/x-amz-json-1.1", "x-amz-target": operation[0] }),
    },
    body,
  });
  const { host: _, ...headers } = signed.headers;
  const response = await fetch(url, { method, headers, ...(method === "POST" && { body }) });
  const text = await response.text();
  if (!response.ok) {
    const what = operation?.[0] ?? form?.Action ?? `${method} ${path}`;
    throw new Error(`${service} in ${region} answered ${response.status} to ${what}: ${text.slice(0, 400)}`);
  }
  return text;
}
