export { MAX_RESULT_BYTES, resultTooLarge, sizeOf } from "../functions/boundedResult.ts";
export { RANDOM_FUNCTIONS } from "../functions/randomFunctions.ts";
export {
  REGISTERED,
  type RegisteredFunction,
  type Result,
  type Value,
} from "../functions/registeredFunctions.ts";
