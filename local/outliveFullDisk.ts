import { fullStorage } from "#shared/domain/storageFull.ts";

/**
 * Lets this process survive an output file on a full disk: lines are lost until there is space. By default, the first
 * failing line ends the process.
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
