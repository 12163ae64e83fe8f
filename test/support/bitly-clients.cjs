// Runs the npm packages `bitly-node-api` and `bitly` on Node.js, which they were written for. The first gets the port of HTTP, the
// second knows only HTTPS on port 443. Prints what they returned as JSON.
const { BitlyClient } = require('bitly');
const BitlyNodeApi = require('bitly-node-api');

const [host, port, token, hasTls] = process.argv.slice(2);

async function runNodeApi() {
  const api = new BitlyNodeApi(token);
  api.setHost(host, port, 'http');
  const made = await api.bitlinks.shortenLink({ long_url: 'https://example.com/node-api' });
  const id = made.id;
  const { groups } = await api.groups.list();
  const guid = groups[0].guid;
  return {
    made,
    again: await api.bitlinks.shortenLink({ long_url: 'https://example.com/node-api' }),
    created: await api.bitlinks.create({
      long_url: 'https://example.com/b',
      title: 'B',
      tags: ['x'],
      keyword: 'node-b',
    }),
    got: await api.bitlinks.get(id),
    updated: await api.bitlinks.update(id, { title: 'Changed' }),
    expanded: await api.bitlinks.expand({ bitlink_id: id }),
    clicks: await api.bitlinks.getClicks(id, { unit: 'day', units: 3 }),
    summary: await api.bitlinks.getClicksSummary(id, {}),
    countries: await api.bitlinks.getMetricsByCountry(id, {}),
    cities: await api.bitlinks.getMetricsByCity(id, {}),
    devices: await api.bitlinks.getMetricsByDeviceType(id, {}),
    referrers: await api.bitlinks.getMetricsByReferrers(id, {}),
    domains: await api.bitlinks.getMetricsByReferringDomain(id, {}),
    group: await api.groups.get(guid),
    listed: await api.bitlinks.getByGroup(guid, { size: 50 }),
    user: await api.user.get(),
    custom: await api.customBitlinks.add({ custom_bitlink: `${id.split('/')[0]}/node-c`, bitlink_id: id }),
    // It sends a body without its length, which no server can read; the error that follows may arrive with the response.
    deleted: await api.bitlinks.delete(id).catch((error) => error),
    missing: await api.bitlinks.get(id),
  };
}

async function runBitly() {
  const bitly = new BitlyClient(token, { apiUrl: host });
  const made = await bitly.shorten('https://example.com/bitly');
  return {
    made,
    info: await bitly.info(made.link),
    expanded: await bitly.expand(made.link),
    clicks: await bitly.clicks(made.link),
    byDay: await bitly.clicksByDay(made.link),
    referrers: await bitly.referrers(made.link),
    countries: await bitly.countries(made.link),
    refused: await bitly.shorten('not a url').catch((error) => error),
  };
}

async function main() {
  const nodeApi = await runNodeApi();
  const bitly = hasTls === 'true' ? await runBitly() : undefined;
  process.stdout.write(JSON.stringify({ nodeApi, bitly }));
}

main().catch((error) => {
  process.stderr.write(JSON.stringify(error, Object.getOwnPropertyNames(error)));
  process.exitCode = 1;
});
