/**
 * Hidden command that the scripts call, followed by `--` and the words of the command line up to the cursor. It prints one
 * candidate per line, with its description after a tab. The line `:files` stands for file names.
 */
export const COMPLETE = "__complete";

// Candidates include table and project names that other users chose: the scripts never evaluate them.

const BASH = `# Completion of pdp for bash
_pdp() {
  local current="\${COMP_WORDS[COMP_CWORD]}" line value quoted
  COMPREPLY=()
  while IFS= read -r line; do
    if [ "$line" = ":files" ]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
      continue
    fi
    value="\${line%%$'\\t'*}"
    printf -v quoted %q "$value"
    case "$value" in "$current"*) COMPREPLY+=("$quoted"); continue ;; esac
    case "$quoted" in "$current"*) COMPREPLY+=("$quoted") ;; esac
  done < <(pdp ${COMPLETE} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _pdp pdp
`;

const ZSH = `#compdef pdp
# Completion of pdp for zsh
_pdp() {
  local -a lines described
  local line files=0
  lines=("\${(@f)$(pdp ${COMPLETE} -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    if [[ "$line" == ":files" ]]; then files=1
    elif [[ -n "$line" ]]; then described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); fi
  done
  (( $#described )) && _describe pdp described
  (( files )) && _files
}
if [[ "$funcstack[1]" == "_pdp" ]]; then _pdp "$@"; else compdef _pdp pdp; fi
`;

const FISH = `# Completion of pdp for fish
function __pdp_candidates
  set -l words (commandline -opc) (commandline -ct)
  for line in (pdp ${COMPLETE} -- $words[2..-1] 2>/dev/null)
    if test "$line" = ":files"
      __fish_complete_path (commandline -ct)
    else
      printf '%s\\n' $line
    end
  end
end
complete -c pdp -f -a '(__pdp_candidates)'
`;

/** Completion scripts by shell name. */
export const SHELL_SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
