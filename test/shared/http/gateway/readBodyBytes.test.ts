import { expect, test } from "vitest";
import type { BodyIntake, Incoming } from "#shared/http/gateway/bodyIntake.ts";
import { readBodyBytes } from "#shared/http/gateway/readBodyBytes.ts";

test("a body cut short by its client is refused", async () => {
  const intake: Pick<BodyIntake, "read"> = {
    read: async (_holder, _incoming, reader) => {
      reader.fail(null);
      return () => undefined;
    },
  };
  const incoming = { request: { headers: {} } } as Incoming;
  await expect(readBodyBytes(intake as BodyIntake, "1", incoming, 10)).rejects.toMatchObject({
    code: "request_aborted",
  });
});
