import { productName } from "../productName.ts";
import { Mark } from "./mark.tsx";

/** Product logo and name, which link to the workspaces. */
export function Brand() {
  return (
    <a class="brand" href="/">
      <Mark />
      {productName}
    </a>
  );
}
