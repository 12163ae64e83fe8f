import { type AppError, invalidField } from '../../core/errors.ts';
import {
  assertSession,
  type ConfirmCaller,
  confirmationBody,
  confirmFailures,
  sessionRequired,
} from '../../http/account-access.ts';
import { ok } from '../../http/envelope.ts';
import { type Route, route } from '../../http/route.ts';
import { totpUri } from '../../lib/totp.ts';
import * as contract from './second-factor.contract.ts';
import type { SecondFactorService } from './second-factor.service.ts';
import { secondFactorExists, secondFactorNotFound } from './second-factor.ts';

interface Parts {
  secondFactors: SecondFactorService;
  confirm: ConfirmCaller;
  accounts: { get(userId: number): Promise<{ email: string }> };
  sessions: {
    /** Checks a code within the limits of failed sign-ins. */
    tryCode(email: string, address: string, check: () => Promise<boolean>): Promise<boolean>;
  };
  /** Draws a QR code. */
  drawCode(content: string): Promise<Uint8Array>;
  /** The name of this service in authenticator apps. */
  issuer: string;
}

function wrongCode(): AppError {
  return invalidField('code', 'wrong_code');
}

export function secondFactorRoutes({ secondFactors, confirm, accounts, sessions, drawCode, issuer }: Parts): Route[] {
  const group = 'Account';
  const path = '/api/account/totp' as const;
  const common = { path, scope: 'account', group, isOpenWithoutSecondFactor: true } as const;

  return [
    route({
      method: 'POST',
      ...common,
      summary: 'Start setting up an authenticator app as a second factor',
      body: confirmationBody,
      answer: contract.startAnswer,
      fails: [sessionRequired, ...confirmFailures, secondFactorExists],
      handle: async ({ caller, body, request }) => {
        assertSession(caller);
        await confirm(caller, body, request);
        const { email } = await accounts.get(caller.userId);
        const secret = await secondFactors.start(caller);
        const uri = totpUri(secret, email, issuer);
        const picture = Buffer.from(await drawCode(uri)).toString('base64');
        return ok({ secret, uri, qr: `data:image/svg+xml;base64,${picture}` });
      },
    }),

    route({
      method: 'PUT',
      ...common,
      summary: 'Confirm the authenticator app with a code; from now on, signing in requires one',
      body: contract.confirmBody,
      answer: contract.confirmAnswer,
      fails: [sessionRequired, secondFactorExists, secondFactorNotFound],
      handle: async ({ caller, body, request }) => {
        assertSession(caller);
        const { email } = await accounts.get(caller.userId);
        const made: { codes?: string[] | undefined } = {};
        await sessions.tryCode(email, request.address, async () => {
          made.codes = await secondFactors.confirm(caller, body.code);
          return made.codes !== undefined;
        });
        if (!made.codes) throw wrongCode();
        return ok({ recovery_codes: made.codes });
      },
    }),

    route({
      method: 'DELETE',
      ...common,
      summary: 'Remove the second factor',
      body: contract.removeBody,
      answer: contract.removeAnswer,
      fails: [sessionRequired, ...confirmFailures, secondFactorNotFound],
      handle: async ({ caller, body, request }) => {
        assertSession(caller);
        await confirm(caller, body, request);
        const { userId } = caller;
        if (!(await secondFactors.isActive(userId))) throw secondFactorNotFound();
        const { email } = await accounts.get(userId);
        const isRight = await sessions.tryCode(email, request.address, () => secondFactors.accept(userId, body.code));
        if (!isRight) throw wrongCode();
        await secondFactors.remove(userId, caller);
        return ok({ message: 'Second factor has been removed successfully.' as const });
      },
    }),
  ];
}
