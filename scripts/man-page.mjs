// The man page of the command line, of the commands that its help lists.

/** roff takes a backslash, and a dot or quote at the start of a line, for its own. */
const text = (words) =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

/** The page, of the modules in build/. */
export async function manPage() {
  // Loaded here: a production install has no such package and builds nothing.
  const { Command } = await import('commander');
  const [{ COMMANDS }, { DESCRIPTION, EXAMPLES }, { EXIT_HELP }, { ENGINE_VERSION }] = await Promise.all(
    ['cli/commands', 'cli/examples.table', 'cli/exit-codes', 'core/engine-version'].map(
      (module) => import(`../build/${module}.js`),
    ),
  );
  const program = new Command('pagemark');
  // What a command does is asked of its context when it runs; here none does.
  for (const add of COMMANDS) add(program, {});
  const leaves = (command) => [
    ...(command.commands.length === 0 || command.options.length > 0 ? [command] : []),
    ...command.commands.flatMap(leaves),
  ];
  const pathOf = (command) => (command.parent === null ? [] : [...pathOf(command.parent), command.name()]);
  const section = (command) => {
    const path = pathOf(command).join(' ');
    const given = command.registeredArguments.map((one) => `<${one.name()}>`);
    const options = command.options.map((one) => {
      const values = one.argChoices ? `: ${one.argChoices.join(', ')}` : '';
      return `.TP\n.B ${text(one.flags)}\n${text(one.description + values)}\n`;
    });
    const examples = (EXAMPLES[path] ?? []).map(
      ([line, does]) => `.TP\n${text(`pagemark ${line}`)}\n${text(does)}\n`,
    );
    return `.SS ${text(['pagemark', path, ...given].join(' '))}\n${text(command.description())}\n${options.join('')}${examples.join('')}`;
  };
  return `.TH PAGEMARK 1 "" "pagemark ${ENGINE_VERSION}"
.SH NAME
pagemark \\- web pages to clean Markdown
.SH SYNOPSIS
.B pagemark
.I command
[options]
.SH DESCRIPTION
${text(DESCRIPTION)}
.SH COMMANDS
${program.commands.flatMap(leaves).map(section).join('')}.SH ENVIRONMENT
Settings are environment variables; docs/settings.md of the package lists them.
.SH EXIT STATUS
${text(EXIT_HELP)}
`;
}
