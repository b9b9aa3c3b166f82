import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { sampledRuns } from "../support/byNight.ts";
import { request } from "../support/http.ts";
import { type Lab, sharedLab } from "../support/lab.ts";
import { trinoClient } from "../support/trinoClient.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await sharedLab();
});

it("arbitrary headers and statements get a response and never cause an internal error", async () => {
  const header = fc.string({
    unit: fc.constantFrom("a", "=", ",", "%", "+", "2", "Z", ";", '"', " "),
    maxLength: 40,
  });
  const sql = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          "EXECUTE",
          "IMMEDIATE",
          "'SELECT ?'",
          "USING",
          "PREPARE",
          "FROM",
          "(",
          ")",
          ",",
          "?",
          "1",
          "a",
          ";",
          "USE",
          ".",
          "DESCRIBE",
          "INPUT",
          "SET",
          "TIME",
          "ZONE",
          "LOCAL",
          "INTERVAL",
          "'-2:30'",
          "HOUR",
          "SESSION",
          '"x"',
        ),
        { maxLength: 8 },
      )
      .map((words) => words.join(" ")),
  );
  const { first } = trinoClient(lab);
  await fc.assert(
    fc.asyncProperty(sql, header, header, async (text, prepared, session) => {
      const headers = {
        "x-trino-prepared-statement": prepared,
        "x-trino-session": session,
        "x-trino-time-zone": prepared.slice(0, 8),
      };
      const { status, body } = await first(text, headers);
      expect(status).toBe(200);
      if (body.error) expect(body.error.errorType).not.toBe("INTERNAL_ERROR");
    }),
    { numRuns: sampledRuns(160) },
  );
});

it("arbitrary URLs never grant access or cause an internal error", async () => {
  const { body } = await trinoClient(lab).start(
    "SELECT rpad('', 200, 'x') FROM UNNEST(sequence(1, 10000)) t (x)",
  );
  const parts: string[] = new URL(body.nextUri).pathname.split("/").slice(3);
  const odd = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      "..",
      "%00",
      "%2f",
      "0x0",
      "-1",
      "1e3",
      "99999",
      "9".repeat(40),
      "é",
      "'",
      "A".repeat(3_000),
    ),
    fc.constantFrom(...parts),
  );
  const changes = fc.array(fc.option(odd, { nil: undefined }), { minLength: 4, maxLength: 5 });
  const method = fc.constantFrom("GET", "DELETE", "HEAD", "POST");
  await fc.assert(
    fc.asyncProperty(changes, method, async (changed, verb) => {
      const path = changed.map((part, at) => part ?? parts[at] ?? "0");
      fc.pre(path.join("/") !== parts.join("/"));
      const uri = `${lab.regionUrl}/v1/statement/${path.map(encodeURIComponent).join("/")}`;
      const { status } = await request(verb, uri, { token: lab.token });
      expect([400, 403, 404, 405, 414, 431]).toContain(status);
    }),
    { numRuns: sampledRuns(160) },
  );
  expect((await trinoClient(lab).get(body.nextUri)).status).toBe(200);
});
