import { accountEmailUnknown } from '../resources/account/account.ts';
import type { UserChange } from '../resources/account/user.contract.ts';
import type { Command, CommandOption, CommandOutput } from './command.ts';
import { withServices } from './open-services.ts';

const email: CommandOption = { type: 'string', means: 'Email address of the account', isRequired: true };

/** Changes the account with this address. The server may be running: it follows within seconds. */
async function change(given: unknown, flags: UserChange, sentence: string): Promise<CommandOutput> {
  const address = String(given);
  const id = await withServices(async ({ accounts, users }) => {
    const account = await accounts.findByEmail(address);
    if (!account) throw accountEmailUnknown({ email: address });
    await users.updateAsOperator(account.id, flags);
    return account.id;
  });
  return { json: { id, email: address, ...flags }, text: `${address} ${sentence}` };
}

export const userDisable: Command = {
  name: 'user disable',
  summary: 'Disable an account: it can neither sign in nor use a key; its links still redirect',
  options: { email },
  run: ({ email: given }) => change(given, { disabled: true }, 'is disabled and signed out everywhere.'),
};

export const userEnable: Command = {
  name: 'user enable',
  summary: 'Enable a disabled account',
  options: { email },
  run: ({ email: given }) => change(given, { disabled: false }, 'is enabled.'),
};

export const userAdmin: Command = {
  name: 'user admin',
  summary: 'Make an account an administrator',
  options: { email, off: { type: 'boolean', means: 'Remove administrator rights instead' } },
  run: ({ email: given, off }) =>
    off
      ? change(given, { admin: false }, 'is no longer an administrator.')
      : change(given, { admin: true }, 'is an administrator.'),
};
