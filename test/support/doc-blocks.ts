import { readFileSync } from 'node:fs';
import { Glob } from 'bun';

/** A block of shell commands in a documentation page. */
export interface DocBlock {
  /** The file and the line of the block, as `docs/links.md:12`. */
  place: string;
  file: string;
  text: string;
  /** Why it is not run. */
  reason?: string | undefined;
  /** The test that runs the same commands. */
  ranBy?: string | undefined;
}

const SHELLS = ['sh', 'bash', 'shell', 'console', 'zsh'];

/** Every page: those of `docs/`, and those of the root folder that GitHub shows. */
export function listPages(): string[] {
  return ['*.md', 'docs/**/*.md', 'examples/**/*.md'].flatMap((pattern) => [...new Glob(pattern).scanSync()].sort());
}

/** The fenced blocks of a page, with the line above each. */
export function* readFences(
  lines: string[],
): Generator<{ language: string; line: number; text: string; above: string }> {
  for (let line = 0; line < lines.length; line += 1) {
    const [, fence, language = ''] = /^ *(`{3,})(\w*)/.exec(lines[line] ?? '') ?? [];
    if (fence === undefined) continue;
    const end = lines.findIndex((text, index) => index > line && text.trim() === fence);
    yield { language, line, text: lines.slice(line + 1, end).join('\n'), above: lines[line - 1] ?? '' };
    line = end;
  }
}

// A block without a language that looks like commands was meant to be one of shell commands.
const COMMAND = /^\s*(sudo |npm |npx |curl |docker |podman |signpost |git |cd )/m;

/** The shell blocks of all pages. Throws for a block of commands that is not marked as shell. */
export function readDocBlocks(): DocBlock[] {
  return listPages().flatMap((file) =>
    [...readFences(readFileSync(file, 'utf8').split('\n'))].flatMap(({ language, line, text, above }) => {
      const place = `${file}:${line + 1}`;
      if (language === '' && COMMAND.test(text))
        throw new Error(`${place} has commands: begin the block with \`\`\`sh`);
      if (!SHELLS.includes(language)) return [];
      const [, reason] = /^\s*<!-- not run: (.+) -->$/.exec(above) ?? [];
      const [, ranBy] = /^\s*<!-- run by (\S+) -->$/.exec(above) ?? [];
      return [{ place, file, text, reason, ranBy }];
    }),
  );
}
