import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '../../src/core/errors.ts';
import { createOutbound, OUTBOUND_LIMITS, type Outbound } from '../../src/lib/outbound/outbound.ts';
import { readPictureHeader } from '../../src/lib/picture/picture-header.ts';
import { fetchPicture } from '../../src/resources/files/fetch-picture.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { cpuMsOf } from '../support/measure.ts';
import { claimSize, makeJpeg, makePng } from '../support/pictures.ts';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts';
import { TEST_CERTIFICATE } from '../support/test-certificate.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const HUGE = claimSize(50_000, 50_000);
const DISGUISED: [what: string, bytes: Uint8Array<ArrayBuffer>][] = [
  ['an SVG', Buffer.from(SVG)],
  ['an SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${SVG}`)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page behind the signature of a PNG', Buffer.concat([makePng(1, 1).subarray(0, 8), Buffer.from(SVG)])],
  ['a page behind the signature of a JPEG', Buffer.concat([Uint8Array.of(0xff, 0xd8, 0xff), Buffer.from(SVG)])],
  ['a PDF', Buffer.from('%PDF-1.7')],
];

onEachEngine('uploads', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
  });
  afterAll(() => site.close());

  function upload(body: Uint8Array, type = 'image/png') {
    return site.send('POST', '/api/file', { key: user.key, body, headers: { 'Content-Type': type } });
  }

  test('28: a PNG of 50,000 x 50,000 is refused by its header', async () => {
    guards('uploads');
    const cpuMs = await cpuMsOf(async () => {
      const { status, json } = await upload(HUGE);
      expect([status, json.message]).toEqual([400, "This image can't be used. Must be at most 4,096 x 4,096 pixels."]);
    });
    expect(cpuMs).toBeLessThan(2_000);
  });

  for (const [what, bytes] of DISGUISED) {
    test(`29: ${what} that is sent as PNG or JPEG is refused and not stored`, async () => {
      guards('uploads');
      for (const type of ['image/png', 'image/jpeg']) {
        const { status, json } = await upload(bytes, type);
        expect([status, json.code]).toEqual([400, 'picture_refused']);
      }
      const form = new FormData();
      form.set('file', new Blob([bytes], { type: 'image/png' }), 'logo.png');
      expect((await site.send('POST', '/api/file', { key: user.key, body: form })).status).toBe(400);
      expect(await site.site.services.files.list(user.id, { limit: 10, page: 1 })).toMatchObject({ total: 0 });
    });
  }

  test('29: HTML inside a picture is removed', async () => {
    guards('uploads');
    const words = '<script>alert(1)</script>';
    const behind = Buffer.concat([makePng(2, 2), Buffer.from(words)]);
    for (const bytes of [makePng(2, 2, { extras: { tEXt: words } }), behind, await makeJpeg(2, 2, 1, words)]) {
      const { json } = await upload(bytes);
      const kept = await site.site.services.files.read(user.id, json.id);
      expect(Buffer.from(kept).includes('script')).toBe(false);
    }
    expect(readdirSync(join(site.dataDir, 'files'))).toHaveLength(3);
  });

  test('32: a picture is served with its exact type, nosniff and a sandbox', async () => {
    guards('uploads');
    const { headers } = await site.send('GET', '/avatar/someone.svg');
    expect(headers.get('Content-Type')).toBe('image/svg+xml');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain('sandbox');
  });
});

describe('fetched pictures', () => {
  let server: RecordingServer;
  let outbound: Outbound;
  let body: Uint8Array = new Uint8Array();
  let status = 200;

  beforeAll(async () => {
    server = await startRecordingServer({
      isSecure: true,
      answer: (_, response) => response.writeHead(status).end(body),
    });
    outbound = createOutbound({
      resolve: async () => ['127.0.0.1'],
      isForbidden: (address) => address !== '127.0.0.1',
      ports: [server.port],
      ownHosts: [],
      limits: OUTBOUND_LIMITS,
      certificates: TEST_CERTIFICATE,
    });
  });
  afterAll(() => server.close());

  function fetchLogo(url = `https://good.example:${server.port}/logo.png`) {
    return fetchPicture(outbound, url);
  }

  async function refusalOf(work: Promise<unknown>): Promise<string> {
    const error = await work.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'invalid', code: 'picture_refused' });
    return (error as AppError).message;
  }

  test('a picture on https is fetched and redrawn', async () => {
    body = await makeJpeg(30, 20, 1, 'my house');
    const bytes = await fetchLogo();
    expect(readPictureHeader(bytes)).toEqual({ kind: 'png', width: 30, height: 20 });
  });

  test.each([
    ...[
      '/etc/passwd',
      '../../data/x',
      'file:///etc/passwd',
      'file://localhost/etc/passwd',
      'FILE:/etc/passwd',
      'C:\\x',
    ],
    ...['data:image/png;base64,iVBORw0KGgo=', 'http://good.example/logo.png', 'ftp://good.example/', '~/x', 'x', ''],
  ])('27: %j is refused without any request', async (url) => {
    const before = server.connections;
    expect(await refusalOf(fetchLogo(url))).toBe("This image can't be used. Couldn't load an image from this URL.");
    expect(server.connections).toBe(before);
  });

  test('28: a PNG of 50,000 x 50,000 is refused by its header', async () => {
    guards('uploads');
    body = HUGE;
    expect(await refusalOf(fetchLogo())).toBe("This image can't be used. Must be at most 4,096 x 4,096 pixels.");
  });

  test.each(DISGUISED)('29: %s with the type PNG is refused', async (_, bytes) => {
    guards('uploads');
    body = bytes;
    expect(await refusalOf(fetchLogo())).toBe("This image can't be used. Must be a complete PNG or JPEG file.");
  });

  test('a picture larger than 1 MB, or with an error status, is refused', async () => {
    body = new Uint8Array(1024 * 1024 + 1);
    expect(await refusalOf(fetchLogo())).toBe("This image can't be used. Couldn't load an image from this URL.");
    body = makePng(1, 1);
    status = 404;
    expect(await refusalOf(fetchLogo())).toBe("This image can't be used. Couldn't load an image from this URL.");
    status = 200;
  });
});
