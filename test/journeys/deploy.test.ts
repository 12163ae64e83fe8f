import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment } from '../support/engines.ts';
import { EventReader } from '../support/event-reader.ts';
import { startNginx } from '../support/nginx-process.ts';
import { startServer } from '../support/server-process.ts';

function readText(name: string): string {
  return readFileSync(join('docs/deploy', name), 'utf8');
}

test('nginx with the published configuration forwards the visitor, streams at once and hides internal paths [sqlite]', async () => {
  const environment = {
    ...(await newReadyEnvironment('sqlite')),
    BASE_URL: 'https://sgn.example',
    TRUST_PROXY: 'loopback',
  };
  const headers = { Authorization: `Bearer ${await addAccount(environment)}` };
  const server = await startServer(environment);
  const nginx = await startNginx(Number(new URL(server.url).port));

  const body = JSON.stringify({ url: 'https://example.com/spring', custom: 'spring' });
  await server.fetch('/api/url/add', { method: 'POST', headers, body });
  const stream = new EventReader(await nginx.fetch('/api/stream', { headers }));
  expect((await stream.next())?.comment).toBe('hello');
  const abroad = { 'X-Forwarded-For': '8.8.8.8' };
  const visit = await nginx.fetch('/spring', { headers: abroad });
  expect([visit.status, visit.headers.get('Location')]).toEqual([302, 'https://example.com/spring']);
  expect(await stream.nextEvent()).toMatchObject({ event: 'click', data: { alias: 'spring' } });
  // Signpost believes the same header from a trusted proxy, so it was nginx that replaced it.
  await server.fetch('/spring', { headers: { ...abroad, Host: 'sgn.example' }, redirect: 'manual' });
  const statistics = await (await nginx.fetch('/api/url/1', { headers })).json();
  expect(statistics).toMatchObject({ data: { clicks: 2, topCountries: { 'United States': 1 } } });

  for (const path of ['/metrics', '/readyz', '/internal/tls-ask?domain=sgn.example']) {
    expect((await nginx.fetch(path)).status).toBe(404);
  }
  expect((await nginx.fetch('/healthz')).status).toBe(200);
  const plain = await fetch(`http://127.0.0.1:${nginx.httpPort}/spring`, {
    headers: { Host: 'sgn.example' },
    redirect: 'manual',
  });
  expect([plain.status, plain.headers.get('Location')]).toEqual([308, 'https://sgn.example/spring']);
  await nginx.end();
  await server.end();
});

// biome-ignore lint/suspicious/noExplicitAny: YAML has every shape.
type Yaml = any;

test('the Kubernetes manifest probes paths that exist, as an unprivileged user with one writable volume', () => {
  const documents = Bun.YAML.parse(readText('kubernetes.yaml')) as Yaml[];
  const byKind = Object.fromEntries(documents.map((document) => [document.kind, document]));
  expect(Object.keys(byKind)).toEqual(['ConfigMap', 'Secret', 'StatefulSet', 'Service', 'Ingress']);
  const { replicas, template, volumeClaimTemplates } = byKind.StatefulSet.spec;
  const { securityContext, containers } = template.spec;
  const [container] = containers;
  const [{ name: port, containerPort }] = container.ports;
  expect([replicas, containerPort, byKind.Service.spec.ports[0].targetPort]).toEqual([1, 3000, port]);
  expect(byKind.Ingress.spec.rules[0].http.paths[0].backend.service).toEqual({
    name: 'signpost',
    port: { name: port },
  });
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet);
  expect(probes).toEqual(['/readyz', '/healthz', '/healthz'].map((path) => ({ path, port })));
  expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65532 });
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toContain('\nUSER 65532:65532\n');
  expect(dockerfile).toContain(`\nVOLUME ${container.volumeMounts[0].mountPath}\n`);
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  expect(volumeClaimTemplates[0].metadata.name).toBe(container.volumeMounts[0].name);
});

// Traefik is not in Debian, so its files are only parsed.
test('the files for Traefik are YAML, and their routes name services and middlewares that exist', () => {
  const { entryPoints, certificatesResolvers } = Bun.YAML.parse(readText('traefik.yml')) as Yaml;
  const { http } = Bun.YAML.parse(readText('traefik-routes.yml')) as Yaml;
  for (const router of Object.values<Yaml>(http.routers)) {
    expect(Object.keys(http.services)).toContain(router.service);
    expect(Object.keys(entryPoints)).toEqual(expect.arrayContaining(router.entryPoints));
    expect(Object.keys(http.middlewares)).toEqual(expect.arrayContaining(router.middlewares ?? []));
    expect(Object.keys(certificatesResolvers)).toContain(router.tls.certResolver);
  }
  expect(Object.keys(http.serversTransports)).toContain(http.services.signpost.loadBalancer.serversTransport);
});

test('the workflow runs the commands of the README, and the forms for issues are YAML', () => {
  const { jobs } = Bun.YAML.parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as Yaml;
  const commands = jobs.test.steps.flatMap(({ run = [] }) => run).join(' && ');
  expect(readFileSync('README.md', 'utf8')).toContain(`\n\`\`\`sh\n${commands}\n\`\`\`\n`);
  for (const name of ['bug', 'idea']) {
    const form = Bun.YAML.parse(readFileSync(`.github/ISSUE_TEMPLATE/${name}.yml`, 'utf8'));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String), body: expect.any(Array) });
  }
});
