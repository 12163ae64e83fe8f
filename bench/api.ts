import { rawRequest } from './client.ts';
import { type Bench, compare, measure } from './measure.ts';
import { startBaseline, startSignpost } from './servers.ts';

/** What a request to the API costs beside a server that does nothing. */
export async function benchApi(): Promise<Bench[]> {
  const [server, bare] = await Promise.all([startSignpost(), startBaseline('bare-bun.ts')]);
  const request = rawRequest('/api/pixels', { Authorization: `Bearer ${server.key}` });
  try {
    const values = await compare(5, {
      'bare Bun': () => measure(bare, request, { count: 20_000, expected: '302' }),
      'GET /api/pixels': () => measure(server, request, { count: 5_000, expected: '200' }),
    });
    return [{ title: 'CPU per API request', unit: 'µs', values, claims: [] }];
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}
