import { writeFile } from "node:fs/promises";
import type { CliCommand } from "../../command.ts";

/** Prints an erasure certificate or writes it to a file. */
export const certificate: CliCommand<{ output?: string }> = {
  arguments: [["<erasure>", "id of a completed erasure"]],
  options: [["-o, --output <file>", "output file for the certificate; defaults to stdout"]],
  run: async (cli, { output }, id: string) => {
    const erasureCertificate = await (await cli.workspace()).erasure(id).certificate();
    const text = `${JSON.stringify(erasureCertificate, null, 2)}\n`;
    if (output === undefined) {
      cli.print(text);
      return;
    }
    await writeFile(output, text);
    cli.say(`✓ ${output}`);
  },
};
