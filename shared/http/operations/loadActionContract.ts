import type { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";

/** Returns the contract shared by the operations that start work on a load. */
export function loadActionContract(
  verb: "finalize" | "retry" | "undo" | "redo" | "delete",
  response: Partial<v.InferOutput<typeof Load>>,
  refusal: DomainError,
) {
  return {
    method: "POST",
    path: `/v2/workspace/{workspace}/data/load:${verb}`,
    tag: "Data loads",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "load:start"],
    query: v.object({ id: LoadId }),
    response: Load,
    errors: [404, 409, 429],
    examples: { response, errors: { 409: refusal } },
  } as const;
}
