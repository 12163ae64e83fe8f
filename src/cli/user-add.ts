import { parseInput } from '../http/read-input.ts';
import { addUserInput } from '../resources/account/account.contract.ts';
import type { Command } from './command.ts';
import { withServices } from './open-services.ts';
import { readPassword } from './read-password.ts';

/** Creates an account. The server may be running. */
export const userAdd: Command = {
  name: 'user add',
  summary: 'Create an account with an API key (the first account becomes administrator)',
  options: {
    email: { type: 'string', means: 'Email address', isRequired: true },
    password: {
      type: 'string',
      means: 'Password, 8 to 128 characters; visible to other users of this machine while the command runs',
    },
    'password-stdin': {
      type: 'boolean',
      means: 'Read the password from standard input; without either option you are prompted for it',
    },
    username: { type: 'string', means: 'Name in public URLs; defaults to one generated from the email address' },
    admin: { type: 'boolean', means: 'Give the account administrator rights' },
  },

  async run({ email, password: given, 'password-stdin': isOnStdin, username, admin }) {
    const password = await readPassword(given === undefined ? undefined : String(given), isOnStdin === true);
    const user = parseInput(addUserInput, { email, password, username, isAdmin: admin === true });
    const added = await withServices(({ accounts }) => accounts.add(user));
    const { id, apikey } = added;
    return {
      json: { id, email: added.email, apikey },
      text: `Account ${id} (${added.email}) created. API key (shown only once):\n${apikey}`,
    };
  },
};
