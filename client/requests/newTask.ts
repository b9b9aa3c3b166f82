import type { operations } from "../schema.ts";

/** Request that creates a task of one type. */
export type NewTask<Name extends "createTrain" | "createDiversify" | "createEngineer"> = NonNullable<
  operations[Name]["requestBody"]
>["content"]["application/json"];
