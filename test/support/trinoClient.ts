import { type Answer, request } from "./http.ts";

/** Sends statements as a client of Trino's protocol does. */
export function trinoClient({ regionUrl, name, token }: { regionUrl: string; name: string; token: string }) {
  const start = (sql: string, headers: Record<string, string> = {}): Promise<Answer> =>
    request("POST", `${regionUrl}/v1/statement`, {
      token,
      body: sql,
      headers: { "content-type": "text/plain", "x-trino-catalog": name, ...headers },
    });
  const get = (uri: string): Promise<Answer> => request("GET", uri, { token });
  return {
    start,
    get,
    /** Returns the response to the first request for rows. */
    async first(sql: string, headers: Record<string, string> = {}): Promise<Answer> {
      const started = await start(sql, headers);
      return started.body.nextUri === undefined ? started : get(started.body.nextUri);
    },
    cancel: (uri: string): Promise<Answer> => request("DELETE", uri, { token }),
    /** Returns all rows. */
    async rows(sql: string, headers: Record<string, string> = {}): Promise<unknown[][]> {
      const data: unknown[][] = [];
      let { body } = await start(sql, headers);
      for (;;) {
        if (body.error) throw new Error(body.error.message);
        data.push(...(body.data ?? []));
        if (body.nextUri === undefined) return data;
        ({ body } = await get(body.nextUri));
      }
    },
  };
}
