import type { FormatDescriptor } from "./formatDescriptor.ts";

export const csv = {
  content: "cells",
  extensions: ["csv", "txt"],
  noun: "a CSV file",
  delimiter: ",",
  expansion: 1,
} as const satisfies FormatDescriptor;
