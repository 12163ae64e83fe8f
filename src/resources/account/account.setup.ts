import { AppError } from '../../core/errors.ts';
import { isGetOrHead, methodRefused } from '../../http/method-refused.ts';
import { parseInput, readForm } from '../../http/read-input.ts';
import { equalsSafely } from '../../lib/token.ts';
import { notFoundPage } from '../../pages/not-found.ts';
import { type SetupForm, setupDonePage, setupPage } from '../../pages/setup.ts';
import { registerBody } from './account.contract.ts';
import type { AccountService } from './account.service.ts';

/** The values for showing a rejected form again; never the password. */
function refillForm(typed: Record<string, string>, error: AppError): SetupForm {
  const { token = '', email = '', username = '' } = typed;
  const problems = error.fields.length > 0 ? error.fields : [{ field: '', message: error.message }];
  return { token, email, username, problems };
}

/** Opens a session for the new user and returns its cookie. */
export type OpenSession = (credentials: { email: string; password: string }, request: Request) => Promise<string>;

/** Serves the page of the printed setup link: 404 without the token, and once an account exists. */
export function createSetupPage(
  accounts: AccountService,
  openSession: OpenSession,
): (request: Request) => Promise<Response> {
  async function isOpen(token: string | undefined): Promise<boolean> {
    return equalsSafely(token ?? '', accounts.setupToken) && accounts.isSetUpOpen && !(await accounts.hasAny());
  }

  return async (request) => {
    if (request.method !== 'POST' && !isGetOrHead(request.method)) return methodRefused('GET, HEAD, POST');
    if (request.method !== 'POST') {
      const token = new URLSearchParams(request.url.split('?')[1]).get('token') ?? '';
      return (await isOpen(token)) ? setupPage(200, { token, email: '', username: '', problems: [] }) : notFoundPage();
    }
    const typed = await readForm(request);
    if (!(await isOpen(typed.token))) return notFoundPage();
    try {
      const registration = parseInput(registerBody, typed);
      const { apikey } = await accounts.register(registration);
      const done = setupDonePage(apikey);
      done.headers.append('Set-Cookie', await openSession(registration, request));
      return done;
    } catch (error) {
      if (error instanceof AppError && error.kind !== 'unavailable') return setupPage(400, refillForm(typed, error));
      throw error;
    }
  };
}
