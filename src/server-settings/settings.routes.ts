import { assertAdmin } from '../http/assert-admin.ts';
import { ok } from '../http/envelope.ts';
import { adminRequired } from '../http/failures.ts';
import { blankIsNull } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import { MAIN_DOMAIN } from '../resources/domains/main-domain.ts';
import { showWellKnownFiles, WELL_KNOWN_BODY_KIB } from '../resources/domains/well-known.contract.ts';
import type { WellKnownService } from '../resources/domains/well-known.service.ts';
import * as contract from './settings.contract.ts';

/** The settings of the main host that are stored, in contrast to those of the environment. */
export function settingsRoutes({ wellKnown }: { wellKnown: WellKnownService }): Route[] {
  const group = 'Server';
  return [
    route({
      method: 'GET',
      path: '/api/settings',
      scope: 'account',
      group,
      summary: 'Read the settings of the main host; for administrators',
      answer: contract.settingsAnswer,
      fails: [adminRequired],
      handle: async ({ caller }) => {
        assertAdmin(caller);
        return ok({ data: showWellKnownFiles(await wellKnown.find(MAIN_DOMAIN)) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/settings/update',
      scope: 'account',
      group,
      summary:
        'Update the settings of the main host; for administrators. Omitted fields are unchanged; null or "" clears a field',
      prepare: blankIsNull,
      body: contract.updateSettingsBody,
      maxBodyKib: WELL_KNOWN_BODY_KIB,
      answer: contract.updateSettingsAnswer,
      fails: [adminRequired],
      handle: async ({ caller, body }) => {
        assertAdmin(caller);
        await wellKnown.updateMain(body);
        return ok({ message: 'Settings have been updated successfully.' as const });
      },
    }),
  ];
}
