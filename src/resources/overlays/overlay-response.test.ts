import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { framingOutbound } from '../../../test/support/framing-outbound.ts';
import { type OpenForm, type OverlayFormSite, openOverlayFormSite } from '../../../test/support/overlay-form-site.ts';

onEachEngine('the responses to overlays', (engine) => {
  let forms: OverlayFormSite;
  let otherKey: string;

  beforeAll(async () => {
    forms = await openOverlayFormSite(engine, framingOutbound({}));
    otherKey = (await forms.site.addUser()).key;
  });
  afterAll(() => forms.site.close());

  /** Submits this many responses, each from a different visitor. */
  async function fill(form: OpenForm, count: number, valuesOf: (index: number) => Record<string, string>) {
    for (let index = 0; index < count; index += 1) {
      const { status } = await form.send(valuesOf(index), { peer: `198.51.${form.linkId % 250}.${index}` });
      expect(status).toBe(200);
    }
  }

  const emailOf = (index: number) => ({ email: `n${index}@example.com` });

  test('the list is newest first with its total, which the list of overlays shows too', async () => {
    const form = await forms.make({ type: 'newsletter' });
    await fill(form, 5, emailOf);
    const page = await form.responses('?limit=2&page=2');
    expect(page).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(page.responses.map(({ fields }: { fields: object }) => fields)).toEqual([emailOf(2), emailOf(1)]);
    expect(await form.responses('?page=99')).toMatchObject({ result: 5, responses: [] });
    const [listed] = (await forms.send('GET', '/api/overlay?limit=1')).json.data.cta;
    expect(listed).toMatchObject({ id: form.overlayId, responses: 5 });
  });

  test('the store holds nothing about the visitor except the submitted values', async () => {
    const form = await forms.make({ type: 'poll' });
    const agent = 'An-Agent/1.0';
    await form.send({ answer: 'Yes' }, { peer: '198.51.100.77', headers: { 'User-Agent': agent } });
    const rows = await forms.site.database.db.selectFrom('overlay_responses').selectAll().execute();
    expect(rows.some(({ visitor }) => /^[\w-]{43}$/.test(visitor ?? ''))).toBe(true);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51\.100\.77|An-Agent/);
    const answer = await forms.send('GET', `/api/overlay/${form.overlayId}/responses`);
    expect(answer.text).not.toContain('visitor');
  });

  test('deleting one response deletes its vote', async () => {
    const form = await forms.make({ type: 'poll', answers: ['Tea', 'Coffee'] });
    await fill(form, 3, (index) => ({ answer: index === 1 ? 'Coffee' : 'Tea' }));
    const [newest] = (await form.responses()).responses;
    const path = `/api/overlay/${form.overlayId}/response/${newest.id}/delete`;
    const { json } = await forms.send('DELETE', path);
    expect(json).toEqual({ error: 0, message: 'Response has been deleted successfully.' });
    expect(await form.responses()).toMatchObject({ result: 2, counts: [{ votes: 1 }, { votes: 1 }] });
    expect((await forms.send('DELETE', path)).json.code).toBe('response_not_found');
    expect((await form.responses()).result).toBe(2);
  });

  test('all responses of one overlay are deleted at once, and no others', async () => {
    const [form, other] = [await forms.make({ type: 'poll' }), await forms.make({ type: 'poll' })];
    await fill(form, 3, () => ({ answer: 'Yes' }));
    await fill(other, 1, () => ({ answer: 'No' }));
    const { json } = await forms.send('DELETE', `/api/overlay/${form.overlayId}/responses/delete`);
    expect(json).toEqual({ error: 0, message: 'Responses have been deleted successfully.', responses: 3 });
    expect(await form.responses()).toMatchObject({ result: 0, responses: [], counts: [{ votes: 0 }, { votes: 0 }] });
    expect(await other.responses()).toMatchObject({ result: 1, counts: [{ votes: 0 }, { votes: 1 }] });
    const again = await forms.send('DELETE', `/api/overlay/${form.overlayId}/responses/delete`);
    expect(again.json.responses).toBe(0);
  });

  test('responses are deleted with their overlay, but not with their link', async () => {
    const form = await forms.make({ type: 'newsletter' });
    await fill(form, 1, emailOf);
    await forms.send('DELETE', `/api/url/${form.linkId}/delete`);
    expect((await form.responses()).responses[0].link).toBe(form.linkId);
    await forms.send('DELETE', `/api/overlay/${form.overlayId}/delete`);
    const { db } = forms.site.database;
    for (const table of ['overlay_responses', 'overlay_votes'] as const) {
      const rows = await db.selectFrom(table).select('overlay_id').where('overlay_id', '=', form.overlayId).execute();
      expect(rows).toEqual([]);
    }
  });

  test('the export has text cells only, newest first', async () => {
    const form = await forms.make({ type: 'contact' });
    const evil = { name: '=HYPERLINK("https://evil.example")', email: 'a@example.com', message: '@SUM(A1)\n"x",y' };
    await fill(form, 2, (index) => (index === 0 ? { name: 'Ada', email: 'a@example.com', message: 'Hi' } : evil));
    const { status, headers, text } = await forms.send('GET', `/api/overlay/${form.overlayId}/responses.csv`);
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="responses.csv"');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    const [second, first] = (await form.responses()).responses;
    const date = '2026-11-16 12:00:00';
    expect(text).toBe(
      [
        'id,date,link,name,email,message',
        `${second.id},${date},${form.linkId},"'=HYPERLINK(""https://evil.example"")",a@example.com,"'@SUM(A1)\n""x"",y"`,
        `${first.id},${date},${form.linkId},Ada,a@example.com,Hi`,
        '',
      ].join('\r\n'),
    );
  });

  test('a large export is read in parts and has each response once', async () => {
    const { overlayId, linkId } = await forms.make({ type: 'newsletter' });
    const { db } = forms.site.database;
    const rows = Array.from({ length: 1_200 }, (_, index) => ({
      overlay_id: overlayId,
      link_id: linkId,
      fields: JSON.stringify(emailOf(index)),
      visitor: null,
      created_at: 0,
    }));
    for (let from = 0; from < rows.length; from += 400)
      await db
        .insertInto('overlay_responses')
        .values(rows.slice(from, from + 400))
        .execute();
    const stream = await forms.site.site.services.overlayResponses.export(1, overlayId);
    const pieces: string[] = [];
    for await (const piece of stream) pieces.push(new TextDecoder().decode(piece));
    expect(pieces.map((piece) => piece.split('\r\n').length - 1)).toEqual([1, ...Array(12).fill(100), 0]);
    const lines = pieces.join('').trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(rows.map((_, i) => emailOf(1_199 - i).email));
  });

  test('the responses of another user are 404, with the same body as missing ones', async () => {
    const form = await forms.make({ type: 'newsletter' });
    await fill(form, 1, emailOf);
    const [{ id }] = (await form.responses()).responses;
    for (const [method, path] of [
      ['GET', 'responses'],
      ['GET', 'responses.csv'],
      ['DELETE', `response/${id}/delete`],
      ['DELETE', 'responses/delete'],
    ] as const) {
      const theirs = await forms.site.send(method, `/api/overlay/${form.overlayId}/${path}`, { key: otherKey });
      const nobodys = await forms.site.send(method, `/api/overlay/999999/${path}`, { key: otherKey });
      expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    }
    const other = await forms.make({ type: 'newsletter' });
    const mixed = await forms.send('DELETE', `/api/overlay/${other.overlayId}/response/${id}/delete`);
    expect([mixed.status, mixed.json.code]).toEqual([404, 'response_not_found']);
    expect((await form.responses()).result).toBe(1);
  });
});
