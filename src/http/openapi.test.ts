import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

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
