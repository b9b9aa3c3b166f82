import type { Order } from "#client/orders.ts";
import type { Fields } from "../../output/printList.ts";

/** Columns of a layout; plate and well only if there are plates. */
export function wellFields({
  plate_count: plates,
}: Pick<Order, "plate_count">): Fields<Order["wells"][number]> {
  return {
    ...(plates > 0 && { plate: ({ plate }) => plate, well: ({ well }) => well }),
    name: ({ name }) => name,
    role: ({ role }) => role,
    mutations: ({ mutations }) => mutations,
    sequence: ({ sequence }) => sequence,
  };
}
