import { type Answer, request } from "./http.ts";

/** Sends statements as a client of Trino's protocol does. */
export function trinoClient({ regionUrl, name, token }: { regionUrl: string; name: string; token: string }) {
  const start = (sql: string, headers: Record<string, string> = {}): Promise<Answer> =>
    request("POST", `${regionUrl}/v1/statement`, {
      token,
      body: sql,
      headers: { "content-type": "text/plain", "x-trino-catalog": name, ...headers },
    });
  const get = (uri: string, as = token): Promise<Answer> => request("GET", uri, { token: as });
  return {
    start,
    get,
    cancel: (uri: string, as = token): Promise<Answer> => request("DELETE", uri, { token: as }),
    /** Returns all rows, and the number of responses. */
    async rows(
      sql: string,
      headers: Record<string, string> = {},
    ): Promise<{ data: unknown[][]; responses: number }> {
      const data: unknown[][] = [];
      let { body } = await start(sql, headers);
      for (let responses = 1; ; responses += 1) {
        if (body.error) throw new Error(body.error.message);
        data.push(...(body.data ?? []));
        if (body.nextUri === undefined) return { data, responses };
        ({ body } = await get(body.nextUri));
      }
    },
  };
}
