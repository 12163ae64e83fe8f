import { formatDateTime } from '../lib/date-time.ts';
import { accountEmailUnknown } from '../resources/account/account.ts';
import type { Command } from './command.ts';
import { withServices } from './open-services.ts';

/** Prints a one-time link that sets a new password: for a server without mail, or an administrator who forgot theirs. */
export const userReset: Command = {
  name: 'user reset',
  summary: 'Print a one-time link that sets a new password for an account',
  argument: { name: 'email', means: 'Email address of the account' },
  options: {
    email: { type: 'string', means: 'Email address of the account, in place of EMAIL' },
    'second-factor': {
      type: 'boolean',
      means: 'Also remove the second factor and all passkeys, for someone who lost them',
    },
  },

  async run({ email: given, 'second-factor': removesFactor }) {
    const email = String(given);
    const { link, expiresAt } = await withServices(async ({ accounts, users, secondFactors, passkeys }) => {
      const account = await accounts.findByEmail(email);
      if (!account) throw accountEmailUnknown({ email });
      if (removesFactor) {
        if (await secondFactors.isActive(account.id)) await secondFactors.remove(account.id);
        await passkeys.removeAll(account.id);
      }
      return users.makeOperatorLink(account.id);
    });
    const expiry = formatDateTime(expiresAt);
    return { json: { email, link, expiry }, text: `Open this link once, before ${expiry} UTC:\n${link}` };
  },
};
