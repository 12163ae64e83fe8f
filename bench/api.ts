import { rawRequest } from './client.ts';
import { type Bench, compare, measure } from './measure.ts';
import { startBaseline, startSignpost } from './servers.ts';

/** Compares the cost of an API request with that of an empty server. */
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
