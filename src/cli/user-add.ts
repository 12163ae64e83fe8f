import { parseInput } from '../http/read-input.ts';
import { addUserInput } from '../resources/account/account.contract.ts';
import type { Command } from './command.ts';
import { withServices } from './open-services.ts';
import { readPassword } from './read-password.ts';

/** Creates an account. The server may be running. */
export const userAdd: Command = {
  name: 'user add',
  summary: 'Make an account and its first key; the first account is the administrator',
  options: {
    email: { type: 'string', means: 'E-mail address', isRequired: true },
    password: {
      type: 'string',
      means: 'Password, 8 to 128 characters; other users of this machine can see it while the command runs',
    },
    'password-stdin': {
      type: 'boolean',
      means: 'Read the password from standard input; without either option the terminal asks for it',
    },
    username: { type: 'string', means: 'Name in public addresses; made from the e-mail address if left out' },
    admin: { type: 'boolean', means: 'Make an administrator' },
  },

  async run({ email, password: given, 'password-stdin': isOnStdin, username, admin }) {
    const password = await readPassword(given === undefined ? undefined : String(given), isOnStdin === true);
    const user = parseInput(addUserInput, { email, password, username, isAdmin: admin === true });
    const added = await withServices(({ accounts }) => accounts.add(user));
    const { id, apikey } = added;
    return {
      json: { id, email: added.email, apikey },
      text: `Account ${id} for ${added.email} was made. Its API key, shown this once:\n${apikey}`,
    };
  },
};
