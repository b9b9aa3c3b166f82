import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./schema.ts";
import { type Fetch, sendRequest } from "./sendRequest.ts";
import { type TokenSource, tokenSource } from "./tokens.ts";

/** Typed calls for every API operation: `raw.GET("/v2/workspace/{workspace}/data/load:get", { params })`. */
export type RawClient = Client<paths>;

export interface ClientOptions {
  /** Access token, or a token source that refreshes it. */
  token: string | TokenSource;
  /** Sends requests; defaults to the global `fetch`. */
  fetch?: Fetch;
}

/** Returns the typed client for a URL. Its calls reject with an `ApiError` if the response is an error. */
export function rawClient(baseUrl: string, { token, fetch }: ClientOptions): RawClient {
  const tokens = tokenSource(token);
  const send: Fetch = fetch ?? ((request) => globalThis.fetch(request));
  return createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    fetch: (request) => sendRequest(request, tokens, send),
  });
}

/** Returns the data of a response; error responses have already been rejected. */
export async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new Error("The service returned no body.");
  return data;
}

/**
 * Returns the bytes of a response that is read as a stream (`parseAs: "stream"`), regardless of the type that the contract
 * declares.
 */
export function bytesOf(answer: Promise<{ data?: unknown }>): Promise<ReadableStream<Uint8Array>> {
  return dataOf(answer as Promise<{ data?: ReadableStream<Uint8Array> }>);
}
