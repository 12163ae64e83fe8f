import { commands } from '../src/cli/commands.ts';

/** Describes every command with its options, for the page about the command line. */
export async function commandTables(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const shown = all.filter(({ isHidden }) => !isHidden);
  return shown
    .flatMap(({ name, summary, argument, options }) => {
      const word = argument ? ` ${argument.name.toUpperCase()}` : '';
      const rows = Object.entries(options).map(
        ([option, { type, means, isRequired }]) =>
          `| \`--${option}${type === 'string' ? ' …' : ''}\` | ${means}${isRequired ? ' (required)' : ''} |`,
      );
      const table = rows.length > 0 ? ['', '| Option | Meaning |', '|---|---|', ...rows] : [];
      return [`### signpost ${name}${word}`, '', `${summary}.`, ...table, ''];
    })
    .join('\n')
    .trimEnd();
}
