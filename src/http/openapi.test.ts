import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { fillPath, type ListedOperation, operations } from '../../test/support/operations.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { grantableScopes } from '../core/scope.ts';

describe('the OpenAPI document [sqlite]', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite('sqlite');
  });
  afterAll(() => site.close());

  test('it is valid OpenAPI 3.1 by an independent validator, which refuses a broken one', async () => {
    const { json, status } = await site.send('GET', '/api/openapi.json');
    expect(status).toBe(200);
    const validator = new Validator();
    expect(await validator.validate(structuredClone(json))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    const broken = structuredClone(json);
    broken.paths['/api/pixels'].get.responses = 'none';
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('it has every endpoint of the reference for pixels and the account', async () => {
    const { json } = await site.send('GET', '/api/openapi.json');
    const operations = Object.entries(json.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations).toEqual(
      expect.arrayContaining([
        'GET /api/pixels',
        'POST /api/pixel/add',
        'PUT /api/pixel/{id}/update',
        'DELETE /api/pixel/{id}/delete',
        'GET /api/account',
        'PUT /api/account/update',
      ]),
    );
    const ids = Object.values(json.paths).flatMap((methods) =>
      Object.values(methods as object).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('every operation names what a key needs, in scopes that a key can have', () => {
    const isPublic = ({ operation }: ListedOperation) => operation.security?.length === 0;
    const unnamed = operations.filter((one) => {
      const { 'x-scope': scope = '', 'x-scopes': scopes } = one.operation;
      const named = scopes ? (scopes.anyOf ?? scopes.allOf ?? []) : [scope];
      return (
        !isPublic(one) && (named.length === 0 || !named.every((name) => grantableScopes.some((of) => of === name)))
      );
    });
    expect(unnamed.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('it has the 400 of each operation that takes a workspace or something in its path', async () => {
    const { key } = await site.addUser();
    const missing: string[] = [];
    for (const { method, path, operation } of operations) {
      const headers = { 'X-Workspace': 'x' };
      const sent = { key, headers, peer: `198.51.100.${missing.length + 1}` };
      const asked = [await site.send(method, fillPath(path, '1'), sent)];
      if (path.includes('{')) asked.push(await site.send(method, fillPath(path, '%00'), { key, peer: sent.peer }));
      for (const { status } of asked)
        if (operation.responses[status] === undefined) missing.push(`${method} ${path}: ${status}`);
    }
    expect(missing).toEqual([]);
  });

  test('it has the 409 of restoring what another has taken the place of', async () => {
    const { key } = await site.addUser();
    const send = (method: string, path: string, body?: object) => site.send(method, path, { key, body });
    const answered: number[] = [];
    for (const [noun, body] of [
      ['url', { url: 'https://example.com/', custom: 'restored' }],
      ['campaign', { name: 'c', slug: 'restored' }],
      ['bio', { name: 'b', slug: 'restored-page' }],
    ] as const) {
      const { id } = (await send('POST', `/api/${noun}/add`, body)).json;
      await send('DELETE', `/api/${noun}/${id}/delete`);
      await send('POST', `/api/${noun}/add`, body);
      const [item] = (await send('GET', '/api/trash?limit=1')).json.data.trash;
      answered.push((await send('POST', `/api/trash/${item.id}/restore`)).status);
    }
    expect(answered).toEqual([409, 409, 409]);
    const restore = operations.find(({ path }) => path === '/api/trash/{id}/restore');
    for (const code of ['alias_taken', 'campaign_slug_taken', 'slug_taken'])
      expect(restore?.operation.responses['409']?.description ?? '').toContain(`\`${code}\``);
  });

  test('every field of a body has a description', async () => {
    const { json } = await site.send('GET', '/api/openapi.json');
    for (const methods of Object.values(json.paths)) {
      for (const { requestBody } of Object.values(methods as Record<string, { requestBody?: { content: object } }>)) {
        // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document has any shape.
        const schema = (requestBody?.content as any)?.['application/json']?.schema;
        for (const property of Object.values(schema?.properties ?? {})) {
          expect((property as { description?: string }).description).toBeString();
        }
      }
    }
  });

  test('the API reference needs no script and no other host', async () => {
    const { text, headers, status } = await site.send('GET', '/docs/api');
    expect(status).toBe(200);
    expect(text).toContain('/api/pixel/:id/update');
    expect(text.replaceAll('url(/assets/inter.woff2)', '')).not.toMatch(/<script|src=|url\(|@import/);
    expect(
      [...text.matchAll(/href="([^"]*)"/g)]
        .map(([, href]) => href)
        .filter((href) => /^(https?:)?\/\//.test(href ?? '')),
    ).toEqual([]);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });
});
