import { Argument, type Command } from 'commander';
import { createPlanTable } from '../../access/plans.ts';
import { loadConfig } from '../../config/config.ts';
import { FILE_ENDINGS } from '../file-endings.ts';
import type { CommandContext } from './context.ts';

/** `pagemark completion <shell>`: prints a script that completes commands, options and their values. */
export function addCompletion(program: Command, { terminal, env }: CommandContext): void {
  program
    .command('completion')
    .description('print a completion script; in bash: eval "$(pagemark completion bash)"')
    .addArgument(new Argument('<shell>', 'your shell').choices([...SHELLS]))
    .action((shell: Shell) => terminal.out(completionScript(program, shell, plansOf(env))));
}

/** Names of the plans of this installation; those of every one where its settings are wrong. */
function plansOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    return [...createPlanTable(loadConfig(env).plans).keys()];
  } catch {
    return [...createPlanTable({}).keys()];
  }
}

/** Shells that a completion script can be written for. */
const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** A command as completion sees it; `path` are the words from the program's name on, without it. */
type Entry = ReturnType<typeof entriesOf>[number];

function completionScript(program: Command, shell: Shell, plans: readonly string[]): string {
  const entries = entriesOf(program, [], plans);
  if (shell === 'fish') return fishScript(program.name(), entries);
  const script = bashScript(program.name(), entries);
  return shell === 'bash' ? script : `autoload -Uz bashcompinit && bashcompinit\n${script}`;
}

function entriesOf(command: Command, path: readonly string[], plans: readonly string[]) {
  const { commands } = command;
  const entry = {
    path,
    description: command.description(),
    subcommands: commands.map((each) => each.name()),
    endings: FILE_ENDINGS[path.join(' ')] ?? [],
    options: command.options.flatMap(({ long, description, argChoices = [] }) =>
      typeof long === 'string'
        ? [{ long, description, choices: long === '--plan' ? plans : argChoices }]
        : [],
    ),
  };
  const below: (typeof entry)[] = commands.flatMap((each) => entriesOf(each, [...path, each.name()], plans));
  return [entry, ...below];
}

/** Bash keeps the words it has understood in `path`; what stands after an option with choices is one of them. */
function bashScript(name: string, entries: readonly Entry[]): string {
  const paths = entries.filter(({ path }) => path.length > 0).map(({ path }) => `" ${path.join(' ')}"`);
  const choices = entries.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map((option) => `    "${prefixed(path)}|${option.long}") words="${option.choices.join(' ')}" ;;`),
  );
  const words = entries.map(
    ({ path, subcommands, options, endings }) =>
      `      "${prefixed(path)}") files="${endings.join('|')}" words="${[...subcommands, ...options.map(({ long }) => long), '--help'].join(' ')}" ;;`,
  );
  return `_${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path= words= files= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in ${paths.join('|')}) path="$path $word" ;; esac
  done
  case "$path|$previous" in
${choices.join('\n')}
    *) case "$path" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n $files && $current != -* ]]; then
    compopt -o filenames 2> /dev/null
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -d -- "$current"; compgen -f -- "$current" | grep -iE "[.]($files)$"))
  fi
}
complete -o default -F _${name} ${name}
`;
}

const prefixed = (path: readonly string[]): string => path.map((word) => ` ${word}`).join('');

function fishScript(name: string, entries: readonly Entry[]): string {
  const describe = new Map(entries.map(({ path, description }) => [path.join(' '), description]));
  const lines = entries.flatMap(({ path, subcommands, options, endings }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
    const unseen =
      subcommands.length === 0 ? [] : [`not __fish_seen_subcommand_from ${subcommands.join(' ')}`];
    const when = (conditions: readonly string[]) =>
      conditions.length === 0 ? '' : ` -n '${conditions.join('; and ')}'`;
    const files = endings.map((ending) => `.${ending}`).join(' ');
    return [
      ...(files === ''
        ? []
        : [`complete -c ${name}${when(seen)} -ka '(__fish_complete_suffix ${files})' -d 'file'`]),
      ...subcommands.map(
        (word) =>
          `complete -c ${name} -f${when([...seen, ...unseen])} -a ${word} -d ${quoted(describe.get([...path, word].join(' ')) ?? '')}`,
      ),
      ...options.map(
        ({ long, description, choices }) =>
          `complete -c ${name}${when(seen)} -l ${long.slice(2)}${choices.length > 0 ? ` -xa '${choices.join(' ')}'` : ''} -d ${quoted(description)}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
