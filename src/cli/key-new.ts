import { parseInput } from '../http/read-input.ts';
import { accountEmailUnknown } from '../resources/account/account.ts';
import { newKey } from '../resources/keys/key.contract.ts';
import type { Command } from './command.ts';
import { withServices } from './open-services.ts';

/** Creates an additional API key for an account. */
export const keyNew: Command = {
  name: 'key new',
  summary: 'Create an API key for an account',
  options: {
    email: { type: 'string', means: 'Email address of the account', isRequired: true },
    name: { type: 'string', means: 'Name of the key' },
    account: { type: 'boolean', means: 'Allow the key to manage the account and its keys' },
    scopes: { type: 'string', means: 'What it may do, separated by commas, such as read or links:write,stats:read' },
    addresses: { type: 'string', means: 'IP addresses and ranges from which it is accepted, separated by commas' },
    compatible: { type: 'string', means: 'yourls: clients may sign in with a timed signature of the key' },
    expiry: { type: 'string', means: "Expiry, 'YYYY-MM-DD HH:MM:SS' in UTC" },
  },

  async run({ email, name, expiry, account: managesAccount, scopes, addresses, compatible }) {
    const listOf = (text: unknown) => (text === undefined ? undefined : String(text).split(','));
    const limits = { scopes: listOf(scopes), addresses: listOf(addresses), compatible: listOf(compatible) };
    const key = parseInput(newKey, { name: name ?? 'Command line', expiry, account: managesAccount, ...limits });
    const made = await withServices(async ({ accounts, keys }) => {
      const account = await accounts.findByEmail(String(email));
      if (!account) throw accountEmailUnknown({ email: String(email) });
      return keys.create(account.id, key);
    });
    return { json: made, text: `Key ${made.id} created (shown only once):\n${made.apikey}` };
  },
};
