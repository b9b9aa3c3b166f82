import { PREFIX } from "#client/orderList/orderRows.ts";
import type { NameRule } from "../../parts/names.ts";

/** Pattern of prefixes for the names of designs. */
export const DESIGN_PREFIX: NameRule = {
  ...PREFIX,
  nameFrom: (words) =>
    words
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[^A-Za-z0-9_.-]+/g, "_")
      .replace(/^[^A-Za-z]+/, "")
      .slice(0, 20),
};
