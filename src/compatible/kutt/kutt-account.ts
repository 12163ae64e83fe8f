import type { EndpointAnswer, EndpointCaller } from '../../http/endpoint-caller.ts';
import { type Clock, formatDateTime } from '../../lib/date-time.ts';
import { ifAllowed } from '../if-allowed.ts';
import type { AdmittedCaller } from '../product.ts';
import type { KuttIds } from './kutt-ids.ts';
import { type KuttInput, readHomepage, readHostName } from './kutt-input.ts';
import { KuttRefusal } from './kutt-refusal.ts';

interface KuttDomain {
  id: string;
  address: string;
  homepage: string | null;
  banned: boolean;
  created_at: string;
  updated_at: string;
}

/** The calls about domains and the account. */
export interface KuttAccount {
  addDomain(admission: AdmittedCaller, input: KuttInput): Promise<KuttDomain>;
  removeDomain(admission: AdmittedCaller, uuid: string): Promise<void>;
  /** The account of a key, by which clients test the key. A key that may not read the account or the domains gets none. */
  describeUser(
    admission: AdmittedCaller,
    key: string,
  ): Promise<{ apikey: string; email: string; domains: KuttDomain[] }>;
}

interface Parts {
  endpoints: EndpointCaller;
  ids: KuttIds;
  baseUrl: string;
  now: Clock;
}

const MAX_DOMAINS = 1000;

const noDomain = () => new KuttRefusal('Could not find the domain.');

type ShownDomain = Pick<
  EndpointAnswer<'GET /api/domains'>['data']['domains'][number],
  'id' | 'domain' | 'redirectroot' | 'date' | 'taken'
>;

export function createKuttAccount({ endpoints, ids, baseUrl, now }: Parts): KuttAccount {
  const { protocol } = new URL(baseUrl);

  function toDomain({ id, domain, redirectroot, date, taken }: ShownDomain): KuttDomain {
    const createdAt = new Date(`${date}Z`).toISOString();
    return {
      id: ids.write('domain', id),
      address: new URL(domain).host,
      homepage: redirectroot || null,
      banned: taken,
      created_at: createdAt,
      updated_at: createdAt,
    };
  }

  async function listDomains(admission: AdmittedCaller): Promise<ShownDomain[]> {
    const { data } = await endpoints.call(admission, 'GET /api/domains', { query: { limit: MAX_DOMAINS } });
    return data.domains;
  }

  return {
    async addDomain(admission, input) {
      const address = readHostName(input, 'address');
      if (address === undefined) throw new KuttRefusal('Domain is not valid.');
      const homepage = readHomepage(input);
      const body = { domain: `${protocol}//${address}`, ...(homepage && { redirectroot: homepage }) };
      const { id } = await endpoints.call(admission, 'POST /api/domain/add', { body });
      const added = { id, domain: body.domain, redirectroot: homepage ?? '', taken: false };
      return toDomain({ ...added, date: formatDateTime(now()) });
    },

    async removeDomain(admission, uuid) {
      const id = ids.read('domain', uuid);
      if (id === undefined) throw noDomain();
      await endpoints.call(admission, 'DELETE /api/domain/:id/delete', { params: { id } });
    },

    async describeUser(admission, key) {
      const email = async () => (await endpoints.call(admission, 'GET /api/account', {})).data.email;
      return {
        apikey: key,
        email: await ifAllowed(email(), ''),
        domains: (await ifAllowed(listDomains(admission), [])).map(toDomain),
      };
    },
  };
}
