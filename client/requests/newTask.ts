import type { operations } from "../schema.ts";

/** Operation that creates a task of a given type. */
export type Creation =
  | "createAnalyzeDataV2"
  | "createTrain"
  | "createDiversify"
  | "createEngineer"
  | "createSelect"
  | "createPredict";

/** Request that creates a task of a given type. */
export type NewTask<Name extends Creation> = NonNullable<
  operations[Name]["requestBody"]
>["content"]["application/json"];
