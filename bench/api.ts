import { compare, measure, rawRequest } from './measure.ts';
import { startBaseline, startSignpost } from './servers.ts';

/** What a request to the API costs beside a server that does nothing. */
export async function benchApi(): Promise<Record<string, number>> {
  const [server, bare] = await Promise.all([startSignpost(), startBaseline('bare-bun.ts')]);
  const request = rawRequest('/api/pixels', { Authorization: `Bearer ${server.key}` });
  try {
    return await compare(5, {
      'bare Bun': () => measure(bare, request, { count: 20_000 }),
      'GET /api/pixels': () => measure(server, request, { count: 5_000 }),
    });
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
}
