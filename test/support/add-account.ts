import { withServices } from '../../src/cli/open-services.ts';
import { readConfig } from '../../src/config/config.ts';
import { PASSWORD } from './sign-in.ts';

/** Creates an account as `signpost user add` does, without starting a process, and returns its API key. */
export async function addAccount(
  environment: Record<string, string>,
  { email = 'ada@example.com', password = PASSWORD } = {},
): Promise<string> {
  const user = { email, password, isAdmin: false };
  const { apikey } = await withServices(({ accounts }) => accounts.add(user), readConfig(environment));
  return apikey;
}
