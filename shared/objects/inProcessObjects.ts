import { Readable } from "node:stream";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import type { ObjectsCall, ObjectsRequest } from "#shared/runtime/scope.ts";
import { withoutNetworkSteps } from "#shared/runtime/withoutNetworkSteps.ts";

/**
 * Returns a client for requests that are answered by a function in this process: they are neither signed nor sent, and carry no
 * checksum, because nothing can change their bytes in transit. URLs that it signs for others have the endpoint in `config`.
 */
export function inProcessObjects(config: S3ClientConfig, call: ObjectsCall): S3Client {
  const client = new S3Client({
    ...config,
    requestHandler: {
      handle: async ({ method, path, query, headers, body }: ObjectsRequest) => {
        const answer = await call({ method, path, query, headers, body });
        return { response: { statusCode: answer.status, headers: answer.headers, body: answer.body } };
      },
    },
    signer: { sign: async (request) => request },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return withoutNetworkSteps(client);
}

/** Returns the error described by an XML document, named after its code, as in the SDK. */
function refusalOf(document: string): Error {
  const [, code = "UnknownError"] = /<Code>(\w+)<\/Code>/.exec(document) ?? [];
  const [, message = document] = /<Message>([^<]*)<\/Message>/.exec(document) ?? [];
  return Object.assign(new Error(message), { name: code });
}

/**
 * Stores a stream of unknown length as one object, which becomes visible when the stream has ended. If the stream fails,
 * nothing is kept, and its error is thrown. The stream is destroyed if the store does not read it to its end.
 */
export async function putWholeStream(
  call: ObjectsCall,
  bucket: string,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = `/${[bucket, ...key.split("/")].map(encodeURIComponent).join("/")}`;
  const body = Readable.from(content, { objectMode: false });
  try {
    const { status, body: answer } = await call({ method: "PUT", path, query: {}, headers: {}, body });
    if (status !== 200) throw refusalOf(String(answer));
  } finally {
    // A store that refuses the stream does not close it.
    body.destroy();
  }
}
