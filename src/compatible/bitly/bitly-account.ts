import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import { ifAllowed } from '../if-allowed.ts';
import type { AdmittedCaller } from '../product.ts';
import { guidsOf } from './bitly-guids.ts';
import { formatBitlyTime } from './bitly-input.ts';

interface Parts {
  endpoints: EndpointCaller;
  secret: string;
  baseUrl: string;
}

const MAX_LISTED = 1000;

// What a key that may not read the account gets.
const UNKNOWN = { email: '', username: '', registered: '1970-01-01 00:00:00' };

/** The calls about the user, groups and organizations: a workspace is one group in one organization. */
export function createBitlyAccount({ endpoints, secret, baseUrl }: Parts) {
  async function readAccount(admission: AdmittedCaller) {
    const call = endpoints.call(admission, 'GET /api/account', {});
    const account = await ifAllowed<typeof UNKNOWN>(
      call.then(({ data }) => data),
      UNKNOWN,
    );
    return { ...account, created: formatBitlyTime(Date.parse(`${account.registered.replace(' ', 'T')}Z`)) };
  }

  async function listDomains(admission: AdmittedCaller): Promise<string[]> {
    const call = endpoints.call(admission, 'GET /api/domains', { query: { limit: MAX_LISTED } });
    const names = call.then(({ data }) => data.domains.map(({ domain }) => new URL(domain).host));
    return ifAllowed(names, []);
  }

  async function listTags(admission: AdmittedCaller): Promise<string[]> {
    const { data } = await endpoints.call(admission, 'GET /api/tags', { query: { limit: MAX_LISTED } });
    return data.tags.map(({ tag }) => tag);
  }

  async function describeShared(admission: AdmittedCaller) {
    const { caller } = admission;
    const { username, created } = await readAccount(admission);
    const dates = { created, modified: created, is_active: true };
    return { ...dates, name: username || caller.name, role: caller.role === 'owner' ? 'org-admin' : 'group-user' };
  }

  async function describeGroup(admission: AdmittedCaller) {
    const { group, organization } = guidsOf(secret, admission.caller.workspaceId);
    return {
      guid: group,
      organization_guid: organization,
      ...(await describeShared(admission)),
      bsds: await listDomains(admission),
      references: { organization: `${baseUrl}/v4/organizations/${organization}` },
    };
  }

  async function describeOrganization(admission: AdmittedCaller) {
    const { group, organization } = guidsOf(secret, admission.caller.workspaceId);
    return {
      guid: organization,
      ...(await describeShared(admission)),
      tier: 'free',
      tier_family: 'free',
      tier_display_name: 'Free',
      bsds: await listDomains(admission),
      references: { groups: `${baseUrl}/v4/groups?organization_guid=${organization}`, group },
    };
  }

  async function describeUser(admission: AdmittedCaller) {
    const { email, username, created } = await readAccount(admission);
    return {
      login: username,
      name: username,
      is_active: true,
      created,
      modified: created,
      is_sso_user: false,
      is_2fa_enabled: false,
      emails: email ? [{ email, is_primary: true, is_verified: true }] : [],
      default_group_guid: guidsOf(secret, admission.caller.workspaceId).group,
    };
  }

  return { describeGroup, describeOrganization, describeUser, listDomains, listTags };
}
