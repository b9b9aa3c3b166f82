import { Refusal } from "../../sqlError.ts";
import type { Type } from "../../types/type.ts";
import { type Argument, literalOf } from "../functionKinds.ts";

/** Milliseconds per unit of a day interval, and the number after which the unit wraps around. */
export const PARTS_OF_DAYS: Record<string, [unit: number, maximum: number]> = {
  day: [86_400_000, 0],
  dayofmonth: [86_400_000, 0],
  hour: [3_600_000, 24],
  minute: [60_000, 60],
  second: [1_000, 60],
  millisecond: [1, 1_000],
};

/** Units, shortest first. Units from `day` upward apply to dates, shorter units to times of day. */
export const UNITS = ["millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"];
export const FIRST_OF_DATES = UNITS.indexOf("day");

export function unitOf(argument: Argument | undefined, name: string, { name: type }: Type): string {
  const unit = literalOf(argument, `The unit of ${name}`).toLowerCase();
  const index = UNITS.indexOf(unit);
  const fits =
    index >= 0 &&
    !(type === "date" && index < FIRST_OF_DATES) &&
    !(type === "time" && index >= FIRST_OF_DATES);
  if (fits) return unit;
  const units =
    type === "date" ? UNITS.slice(FIRST_OF_DATES) : type === "time" ? UNITS.slice(0, FIRST_OF_DATES) : UNITS;
  throw new Refusal(`The unit of ${name} must be one of ${units.join(", ")}`);
}
