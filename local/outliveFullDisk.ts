import { fullStorage } from "#shared/domain/storageFull.ts";

/**
 * Lets this process outlive an output that is a file on a full disk: what cannot be written is lost, and later lines are
 * written again. By default, the first such line ends the process.
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
