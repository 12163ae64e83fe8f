import { parseReferrerHost } from '../../../../agent/referrer.ts';
import { defineCondition, requiredValues } from './condition-kind.ts';

const DIRECT = 'direct';

function parse(text: string): string | undefined {
  return text.trim().toLowerCase() === DIRECT ? DIRECT : parseReferrerHost(text);
}

export const referrerCondition = defineCondition({
  type: 'referrer',
  description: 'The site that the visitor came from',
  fields: {
    in: requiredValues({
      maxLength: 255,
      parse,
      problem: { code: 'not_a_host' },
      description: 'Hosts, which also match their subdomains; direct if the visitor came from no site',
    }),
  },
  compile(values) {
    const hosts = new Set(values.in);
    hosts.delete(DIRECT);
    const takesDirect = values.in.includes(DIRECT);
    return {
      matches(visitor) {
        const host = visitor.referrerHost();
        if (host === '') return takesDirect;
        for (let from = 0; from !== -1; from = host.indexOf('.', from) + 1 || -1) {
          if (hosts.has(host.slice(from))) return true;
        }
        return false;
      },
      see: (visitor) => visitor.referrerHost() || DIRECT,
    };
  },
});
