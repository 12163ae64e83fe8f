import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import { jsonResponse } from '../../http/envelope.ts';
import { methodNotAllowed } from '../../http/failures.ts';
import { readFields } from '../../http/request-url.ts';
import type { CompatibleProduct, Exchange } from '../product.ts';

interface Parts {
  endpoints: EndpointCaller;
}

const isText = ({ query }: Exchange) => readFields(query).format === 'text';

function textResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

/** The call with which programs created a link before there was `POST /api/url/add`: `GET /api?key=&url=&custom=`. */
export function createOlderCalls({ endpoints }: Parts): CompatibleProduct {
  return {
    name: 'older',
    route: '/api',
    takes: (path) => path === '/api',

    async handle(exchange) {
      const { key, url, custom } = readFields(exchange.query);
      const admission = await exchange.admitKey(key);
      if (exchange.method !== 'GET') throw methodNotAllowed();
      // A client that has no alias sends an empty one.
      const body = { url: url ?? '', ...(custom && { custom }) };
      const { shorturl } = await endpoints.call(admission, 'POST /api/url/add', { body });
      return isText(exchange) ? textResponse(200, shorturl) : jsonResponse(200, { error: 0, short: shorturl });
    },

    refuse({ status, code, message, fields }, exchange) {
      // The sentence about the field says more than that the input is invalid.
      const sentence = fields[0] ? `${fields[0].field}: ${fields[0].message}` : message;
      if (isText(exchange)) return textResponse(status, sentence);
      return jsonResponse(status, {
        error: 1,
        msg: sentence,
        message,
        code,
        ...(fields.length > 0 && { errors: fields }),
      });
    },
  };
}
