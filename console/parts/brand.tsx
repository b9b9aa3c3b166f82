import { productName } from "../productName.ts";
import { Mark } from "./mark.tsx";

/** Mark and name of the product, which lead to the workspaces. */
export function Brand() {
  return (
    <a class="brand" href="/">
      <Mark />
      {productName}
    </a>
  );
}
