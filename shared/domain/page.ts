import * as v from "valibot";

export const Order = v.picklist(["ASC", "DESC"]);
export type Order = v.InferOutput<typeof Order>;

/** Parameters of every list operation. */
export interface PageRequest {
  limit: number;
  cursor: string | null;
  order: Order;
}

/** Result of every list operation. */
export interface Page<T> {
  items: T[];
  cursor: string | null;
}

export const MAX_PAGE_SIZE = 1000;
