import { address } from "../../router.ts";
import { AUTOMATIC_ROUND } from "./chosenRound.ts";

/** Returns the round named in the URL, or else the option for the automatic one. */
export function statedRound(): string {
  return address.peek().searchParams.get("round") ?? AUTOMATIC_ROUND;
}
