import { afterEach, expect, it, vi } from "vitest";
import { MAX_OPERATION_BYTES } from "#infra/bundle.ts";
import { printSizes } from "#infra/printSizes.ts";

const bundleOf = (size: number) => ({ directory: "", size, hash: "", isNative: false });

afterEach(() => {
  vi.restoreAllMocks();
});

it("an operation above the size limit aborts the synthesis, but a larger step does not", () => {
  const printed = vi.spyOn(console, "error").mockReturnValue();
  const sizes = { runTask: bundleOf(2 * MAX_OPERATION_BYTES), runQuery: bundleOf(MAX_OPERATION_BYTES) };
  printSizes(sizes);
  expect(printed).toHaveBeenLastCalledWith("The largest operation: runQuery 1280 KB of 1280 KB");
  expect(() => printSizes({ ...sizes, runQuery: bundleOf(MAX_OPERATION_BYTES + 1) })).toThrow(
    "The script of runQuery is too large",
  );
});
