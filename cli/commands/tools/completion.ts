import type { CommandName } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";

/** Prints a script that completes commands in a shell. */
export const completion: CliCommand = {
  arguments: [["<shell>", "bash, zsh or fish"]],
  notes: `bash:  pdp completion bash > ~/.local/share/bash-completion/completions/pdp
zsh:   pdp completion zsh > ~/.zfunc/_pdp      (with fpath+=~/.zfunc before compinit)
fish:  pdp completion fish > ~/.config/fish/completions/pdp.fish`,
  run: async (cli, _options, shell: string) => {
    const write = { bash, zsh, fish }[shell];
    if (!write) throw new UsageError(`"${shell}": use bash, zsh or fish.`);
    cli.print(write(wordsOf(cli.commands)));
  },
};

interface Words {
  /** First words of commands, with their summaries. */
  first: [word: string, summary: string][];
  /** Second words of commands, by the first one. */
  second: Map<string, [word: string, summary: string][]>;
}

function wordsOf(commands: readonly CommandName[]): Words {
  const first = new Map<string, string>();
  const second: Words["second"] = new Map();
  for (const { name, summary, group } of commands) {
    const [noun = "", verb] = name.split(" ");
    if (!first.has(noun)) first.set(noun, verb === undefined ? summary : (group ?? ""));
    if (verb !== undefined) second.set(noun, [...(second.get(noun) ?? []), [verb, summary]]);
  }
  return { first: [...first], second };
}

function bash({ first, second }: Words): string {
  const cases = [...second].map(
    ([noun, verbs]) => `      ${noun}) words="${verbs.map(([verb]) => verb).join(" ")}" ;;`,
  );
  return `_pdp() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${first.map(([word]) => word).join(" ")}"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ -n "\${COMPREPLY[*]}" ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _pdp pdp
`;
}

function zsh({ first, second }: Words): string {
  const listed = (words: readonly [string, string][]): string =>
    words.map(([word, summary]) => `'${word}:${summary.replaceAll("'", "")}'`).join(" ");
  const cases = [...second].map(([noun, verbs]) => `      ${noun}) verbs=(${listed(verbs)}) ;;`);
  return `#compdef pdp
_pdp() {
  local noun="\${words[2]}"
  local -a verbs
  if (( CURRENT == 2 )); then verbs=(${listed(first)})
  elif (( CURRENT == 3 )); then
    case "$noun" in
${cases.join("\n")}
    esac
  fi
  if (( $#verbs )); then _describe command verbs; else _files; fi
}
compdef _pdp pdp
`;
}

function fish({ first, second }: Words): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "")}'`;
  const lines = first.map(
    ([word, summary]) => `complete -c pdp -n __fish_use_subcommand -f -a ${word} -d ${quoted(summary)}`,
  );
  for (const [noun, verbs] of second) {
    for (const [verb, summary] of verbs) {
      lines.push(
        `complete -c pdp -n '__fish_seen_subcommand_from ${noun}' -f -a ${verb} -d ${quoted(summary)}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
