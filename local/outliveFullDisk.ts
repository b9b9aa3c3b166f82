import { fullStorage } from "@pdp/basics/errors";

/**
 * Keeps this process alive when an output file is on a full disk: lines are lost until space is available. By default, the
 * first line that fails terminates the process.
 */
export function outliveFullDisk(
  outputs: readonly NodeJS.WriteStream[] = [process.stdout, process.stderr],
): void {
  for (const output of outputs) {
    output.on("error", (error) => {
      if (!fullStorage(error)) throw error;
    });
  }
}
