import { parseInput } from '../http/read-input.ts';
import { accountGone } from '../resources/account/account.ts';
import { newKey } from '../resources/keys/key.contract.ts';
import type { Command } from './command.ts';
import { withServices } from './open-services.ts';

/** Creates an additional API key for an account. */
export const keyNew: Command = {
  name: 'key new',
  summary: 'Make one more key for an account',
  options: {
    email: { type: 'string', means: 'E-mail address of the account', isRequired: true },
    name: { type: 'string', means: 'Name of the key' },
    account: { type: 'boolean', means: 'Let the key change the account and its keys' },
    expiry: { type: 'string', means: "When it stops to work, 'YYYY-MM-DD HH:MM:SS' in UTC" },
  },

  async run({ email, name, expiry, account: managesAccount }) {
    const key = parseInput(newKey, { name: name ?? 'Command line', expiry, account: managesAccount });
    const made = await withServices(async ({ accounts, keys }) => {
      const account = await accounts.findByEmail(String(email));
      if (!account)
        throw accountGone({ message: `No account has the e-mail address ${email}; signpost user list shows them.` });
      return keys.create(account.id, key);
    });
    return { json: made, text: `Key ${made.id} was made. It is shown this once:\n${made.apikey}` };
  },
};
