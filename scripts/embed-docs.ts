import { join, resolve } from 'node:path';
import type { BunPlugin } from 'bun';
import { listDocFiles } from '../src/app/documentation.ts';

/** Puts the documentation into the executable as files, which take no memory until they are read. */
export const embedDocs: BunPlugin = {
  name: 'docs',
  setup(build) {
    build.onLoad({ filter: /docs-embedded\.ts$/ }, () => {
      const names = [...listDocFiles('docs')];
      const imports = names.map(
        (name, index) =>
          `import file${index} from ${JSON.stringify(resolve(join('docs', name)))} with { type: 'file' };`,
      );
      const entries = names.map((name, index) => `${JSON.stringify(name)}: file${index}`);
      return {
        contents: `${imports.join('\n')}\nexport const embeddedDocs = { ${entries.join(', ')} };`,
        loader: 'js',
      };
    });
  },
};
