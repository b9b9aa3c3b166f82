import { useEffect } from "preact/hooks";
import { endCheck, type FileCheck, fileCheck, startCheck } from "./fileCheck.ts";
import type { Target } from "./useTarget.ts";

/** Shared so that every render uses the same list instance. */
const NO_REFERENCES: readonly never[] = [];

/** Checks every cell of a file in the background, again after each change of its configuration. */
export function useFileCheck(file: File, { config, into, owner }: Target): FileCheck | null {
  const references = owner?.references ?? NO_REFERENCES;
  useEffect(() => {
    if (config && into) startCheck({ file, name: file.name, into, config, references });
    else endCheck();
  }, [file, config, into, references]);
  return fileCheck.value;
}
