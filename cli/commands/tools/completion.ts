import type { CliCommand } from "../../command.ts";
import { SHELL_SCRIPTS } from "../../completion/shellScripts.ts";
import { UsageError } from "../../errors.ts";

/** Prints a script that completes commands, options, tables and IDs in a shell. */
export const completion: CliCommand = {
  arguments: [["<shell>", "bash, zsh or fish"]],
  notes: `bash:  pdp completion bash > ~/.local/share/bash-completion/completions/pdp
zsh:   pdp completion zsh > ~/.zfunc/_pdp      (with fpath+=~/.zfunc before compinit)
fish:  pdp completion fish > ~/.config/fish/completions/pdp.fish

Names of tables and projects, and ids of tasks and loads, come from the workspace that you use.`,
  run: async (cli, _options, shell: string) => {
    const script = SHELL_SCRIPTS[shell];
    if (script === undefined) throw new UsageError(`Unsupported shell "${shell}". Use bash, zsh or fish.`);
    cli.print(script);
  },
};
