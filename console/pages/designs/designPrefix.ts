import { PREFIX } from "#client/orderList/orderRows.ts";
import type { NameRule } from "../../parts/names.ts";

/** Pattern for design name prefixes. */
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
