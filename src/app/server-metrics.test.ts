import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite } from '../../test/support/test-site.ts';
import { addNames } from '../certificates/certificate.store.ts';
import type { Database } from '../db/db.ts';
import { createMetrics } from '../http/metrics.ts';
import { createLog } from '../lib/log.ts';
import { watchReplica } from './replica-watch.ts';

/** Labels that Prometheus itself adds; `worker` exists with WORKERS above 1. */
const ADDED_LABELS = ['job', 'instance', 'worker'];

/** The labels of each metric in a Prometheus text. */
function readMetrics(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? /gm)) {
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  return found;
}

/** The metrics in an expression, each with the labels that are used with it. */
function readExpression(expression: string): [name: string, labels: string[]][] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/, */));
  return [...expression.matchAll(/\b((?:signpost|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', filter = '']) => {
    const filtered = [...filter.matchAll(/(\w+) *(?:=|!=|=~|!~)/g)].map(([, label = '']) => label);
    return [name, [...filtered, ...grouped].filter((label) => !ADDED_LABELS.includes(label))];
  });
}

interface Panel {
  title: string;
  targets: { expr: string; legendFormat: string }[];
}

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; action: string };
}

/** Every expression of the files, and the labels in their texts. */
function readFiles(): { where: string; expr: string; text: string }[] {
  const read = (name: string) => readFileSync(`docs/deploy/${name}`, 'utf8');
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
  const { groups } = Bun.YAML.parse(read('prometheus-alerts.yml')) as { groups: { rules: Rule[] }[] };
  return [
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }) => ({ where: title, expr, text: legendFormat })),
    ),
    ...groups.flatMap(({ rules }) =>
      rules.map(({ alert, expr, annotations: { summary, action } }) => ({
        where: alert,
        expr,
        text: summary + action,
      })),
    ),
  ];
}

/** The metrics of a server with every optional part. */
async function readAllMetrics(): Promise<Map<string, Set<string>>> {
  const site = await openTestSite('sqlite', {
    BACKUP_EVERY: '24h',
    BASE_URL: 'https://sgn.example',
    HTTPS: 'auto',
    ACME_EMAIL: 'ops@sgn.example',
  });
  const { key } = await site.addUser();
  await site.send('GET', '/api/account', { key });
  await addNames(site.database.db, ['sgn.example'], site.clock.now);
  const { text } = await site.send('GET', '/metrics', { key });
  await site.close();
  // A replica needs two PostgreSQL servers; test/faults/replica.test.ts has them.
  const { registry } = createMetrics('test', { readOthers: async () => [] });
  const replica = { counts: { replica: 1, primary: 1 }, setLog: () => {} };
  watchReplica(
    { replica } as unknown as Database,
    registry,
    createLog('silent', () => {}),
  );
  return readMetrics(text + (await registry.metrics()));
}

test('every metric and label in the Grafana dashboard and in the alert rules exists', async () => {
  const metrics = await readAllMetrics();
  const files = readFiles();
  expect(files.length).toBeGreaterThan(30);
  for (const { where, expr, text } of files) {
    const used = readExpression(expr);
    expect([where, used.length > 0 || expr.startsWith('up{')]).toEqual([where, true]);
    for (const [name, labels] of used) {
      expect([where, name, metrics.has(name)]).toEqual([where, name, true]);
      const known = metrics.get(name) ?? new Set();
      const shown = [...text.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, label = '']) => label);
      const wanted = [...labels, ...shown.filter((label) => !ADDED_LABELS.includes(label))];
      for (const label of wanted) expect([where, name, label, known.has(label)]).toEqual([where, name, label, true]);
    }
  }
});

test('every metric and every event of the log in the documentation exists', async () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const monitoring = page.slice(page.indexOf('## Monitoring'));
  const metrics = await readAllMetrics();
  for (const [, name = ''] of monitoring.matchAll(/`((?:signpost|process)_\w+)`/g))
    expect([name, metrics.has(name) || metrics.has(`${name}_count`)]).toEqual([name, true]);
  const events = [...monitoring.matchAll(/^\| (info|warn|error) \| `([^`]+)` \|/gm)];
  expect(events.length).toBeGreaterThan(10);
  const files = [...new Glob('src/**/*.ts').scanSync()].filter((file) => !file.endsWith('.test.ts'));
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const [, level, message] of events)
    expect([message, source.includes(`log.${level}('${message}'`)]).toEqual([message, true]);
});

onEachEngine('metrics of the server', (engine) => {
  test('say whether the store can be used, and how much space is free', async () => {
    const site = await openTestSite(engine);
    const read = async () => (await site.send('GET', '/metrics', { peer: '127.0.0.1' })).text;
    expect(await read()).toContain('\nsignpost_ready 1\n');
    expect(Number(/^signpost_disk_free_bytes (\d+)$/m.exec(await read())?.[1])).toBeGreaterThan(0);
    await site.database.db.deleteFrom('migrations').where('name', '=', '0033-user-removals').execute();
    expect(await read()).toContain('\nsignpost_ready 0\n');
    await site.close();
  });
});
