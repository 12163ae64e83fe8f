import { formatDateTime } from '../lib/date-time.ts';
import type { Command } from './command.ts';
import { withServices } from './open-services.ts';

/** Lists all accounts. */
export const userList: Command = {
  name: 'user list',
  summary: 'List all accounts',
  options: {},

  async run() {
    const accounts = await withServices((services) => services.accounts.list());
    const users = accounts.map(({ id, email, username, isAdmin, createdAt }) => ({
      id,
      email,
      username,
      admin: isAdmin,
      registered: formatDateTime(createdAt),
    }));
    const lines = users.map(
      ({ id, email, username, admin, registered }) =>
        `${String(id).padStart(6)}  ${email}  ${username}  ${admin ? 'administrator' : 'user'}  ${registered}`,
    );
    return { json: users, text: lines.join('\n') || 'No accounts yet. Create one with `signpost user add`.' };
  },
};
