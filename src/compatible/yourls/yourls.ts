import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import { methodNotAllowed } from '../../http/failures.ts';
import { readFields } from '../../http/request-url.ts';
import type { CompatibleProduct } from '../product.ts';
import { admitRead, type Parameters, readParameters } from '../read-parameters.ts';
import type { YourlsAction, YourlsCall } from './action.ts';
import { expandForYourls, readDatabaseStats, readStats, readUrlStats, readYourlsVersion } from './read-actions.ts';
import { shortenForYourls } from './shorten.ts';
import { findYourlsUser, type SignInParts } from './sign-in.ts';
import { writeYourlsAnswer } from './write-answer.ts';

interface Parts extends SignInParts {
  endpoints: EndpointCaller;
  countClicks: YourlsCall['countClicks'];
}

const PATH = '/yourls-api.php';

const actions = new Map<string | undefined, YourlsAction>([
  ['shorturl', shortenForYourls],
  ['expand', expandForYourls],
  ['url-stats', readUrlStats],
  ['stats', readStats],
  ['db-stats', readDatabaseStats],
  ['version', readYourlsVersion],
]);

const answerUnknown: YourlsAction = async () => ({
  answer: { errorCode: '400', message: 'Unknown or missing "action" parameter' },
  simple: 'Unknown or missing "action" parameter',
});

/** The API of YOURLS, with links of our own. */
export function createYourls(parts: Parts): CompatibleProduct {
  // `refuse` needs the parameters of the body too, which can be read once.
  const parametersOf = new WeakMap<Request, Parameters>();

  return {
    name: 'yourls',
    route: PATH,
    takes: (path) => path === PATH,

    async handle(exchange) {
      const { raw, method, address, query } = exchange;
      if (method !== 'GET' && method !== 'POST') throw methodNotAllowed();
      const [read] = await Promise.allSettled([readParameters(raw)]);
      const parameters = read.status === 'fulfilled' ? read.value : readFields(query);
      parametersOf.set(raw, parameters);
      const admission = await admitRead(read, () => exchange.admit(() => findYourlsUser(parameters, address, parts)));
      const action = actions.get(parameters.action) ?? answerUnknown;
      const { endpoints, countClicks, now } = parts;
      return writeYourlsAnswer(await action({ admission, parameters, endpoints, countClicks, now }), parameters);
    },

    refuse({ status, code, message }, { raw, query }) {
      const parameters = parametersOf.get(raw) ?? readFields(query);
      const { username, password, callback = '' } = parameters;
      if (status === 401) {
        const login = username || password ? 'Invalid username or password' : 'Please log in';
        return writeYourlsAnswer({ answer: { message: login, errorCode: '403', callback }, simple: login }, parameters);
      }
      const answer = { status: 'fail', code: `error:${code}`, message, errorCode: String(status) };
      return writeYourlsAnswer({ answer, simple: message }, parameters);
    },
  };
}
