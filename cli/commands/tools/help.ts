import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { TOPICS } from "../../topics.ts";

/** Explains a topic. The help of commands is shown by their option `--help`. */
export const help: CliCommand = {
  arguments: [["[topic...]", `a command, or ${Object.keys(TOPICS).join(", ")}`]],
  run: async (cli, _options, words: string[]) => {
    const name = words.join("-").toLowerCase();
    const text = TOPICS[name] ?? TOPICS[`${name}s`];
    if (text === undefined) {
      throw new UsageError(
        `There is no command or topic "${words.join(" ")}". Topics: ${Object.keys(TOPICS).join(", ")}. To list the commands, run: pdp --help`,
      );
    }
    if (cli.json) cli.print(`${JSON.stringify({ topic: name, text })}\n`);
    else cli.print(text);
  },
};
