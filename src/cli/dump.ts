import { createClient, explainRequest } from './apply.ts';
import { writeFile } from './code/file.ts';
import { nounNames } from './code/noun.ts';
import { readState } from './code/state.ts';
import type { Command } from './command.ts';
import { connect, connectionOptions } from './connect.ts';

/** Writes what is there as a file for `apply`. */
export const dump: Command = {
  name: 'dump',
  summary: 'Print links, campaigns, channels, domains and QR codes as YAML, which `signpost apply` reads',
  options: connectionOptions,
  usageExitCode: 1,

  async run(given) {
    const connection = await connect('dump', given);
    try {
      const state = await readState(createClient(connection), () => true).catch(explainRequest);
      const json = nounNames.map((noun) => [noun, state.objects[noun].map(({ fields }) => fields)]);
      return { text: writeFile(state).trimEnd(), json: Object.fromEntries(json) };
    } finally {
      await connection.close();
    }
  },
};
