import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { framingOutbound } from '../../test/support/framing-outbound.ts';
import { guards } from '../../test/support/guards.ts';
import { type OverlayFormSite, openOverlayFormSite } from '../../test/support/overlay-form-site.ts';
import { NOON } from '../../test/support/test-site.ts';

const JSON_ONLY = { Accept: 'application/json' };

onEachEngine('the forms of overlays', (engine) => {
  let forms: OverlayFormSite;

  beforeAll(async () => {
    forms = await openOverlayFormSite(engine, framingOutbound({}));
  });
  afterAll(() => forms.site.close());

  test('a contact form is confirmed, links to the destination, and its response is listed', async () => {
    const form = await forms.make({ type: 'contact', thanks: 'We <will> write' });
    const values = { name: ' Ada ', email: 'ada@example.com', message: 'Hello\r\nthere' };
    const { status, text, headers } = await form.send(values, { path: '?a=1' });
    expect(status).toBe(200);
    expect(text).toContain('We &lt;will&gt; write');
    expect(text).toContain(`href="${forms.DESTINATION}?a=1"`);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Set-Cookie')).toBeNull();
    const { result, responses, counts } = await form.responses();
    expect([result, counts]).toEqual([1, undefined]);
    const fields = { name: 'Ada', email: 'ada@example.com', message: 'Hello\nthere' };
    expect(responses).toEqual([{ id: expect.any(Number), date: '2026-11-16 12:00:00', link: form.linkId, fields }]);
  });

  test('a script gets a JSON response', async () => {
    const form = await forms.make({ type: 'newsletter' });
    const bad = await form.send({ email: 'nobody' }, { headers: JSON_ONLY });
    expect(bad.status).toBe(400);
    expect(bad.json).toEqual({ isDone: false, text: expect.stringContaining('email address'), field: 'email' });
    const good = await form.send({ email: 'ada@example.com' }, { headers: JSON_ONLY });
    expect([good.status, good.json]).toEqual([200, { isDone: true, text: 'Thank you! We’ve received your response.' }]);
    expect((await form.responses()).result).toBe(1);
  });

  test('an invalid form is shown again with the entered values, and nothing is stored', async () => {
    const form = await forms.make({ type: 'contact' });
    const good = { name: 'Ada', email: 'ada@example.com', message: 'Hello' };
    const peers = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    for (const [index, [field, value]] of [
      ['name', 'x'.repeat(101)],
      ['name', ''],
      ['name', 'a\u0007b'],
      ['email', 'ada@'],
      ['email', 'a@b.c\nBcc: x@y.z'],
      ['email', `${'x'.repeat(250)}@example.com`],
      ['message', ' '],
      ['message', 'x'.repeat(2_001)],
    ].entries()) {
      const peer = peers[index % 3] ?? '';
      const { status, text } = await form.send({ ...good, [field as string]: value as string }, { peer });
      expect(status).toBe(400);
      expect(text).toContain('aria-invalid="true"');
      expect(text).toContain(field === 'name' ? 'value="ada@example.com"' : 'value="Ada"');
    }
    expect((await form.responses()).result).toBe(0);
  });

  test('only the fields of the form are stored', async () => {
    const form = await forms.make({ type: 'contact', fields: ['email'] });
    await form.send({ email: 'ada@example.com', name: 'Ada', admin: '1', __proto__x: 'y' });
    expect((await form.responses()).responses[0].fields).toEqual({ email: 'ada@example.com' });
  });

  test('a poll counts one vote for each visitor, with and without the cookie', async () => {
    const form = await forms.make({ type: 'poll', answers: ['Tea', 'Coffee'] });
    const first = await form.send({ answer: 'Tea' });
    expect(first.status).toBe(200);
    const cookie = first.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(
      /^signpost_poll_\d+=[\w-]{43}; Path=\/cta\/[\w-]+; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    const again = await form.send({ answer: 'Coffee' });
    expect([again.status, again.text.includes('You’ve already voted')]).toEqual([409, true]);
    const headers = { Cookie: cookie.split(';')[0] ?? '' };
    expect((await form.send({ answer: 'Coffee' }, { headers, peer: '198.51.100.1' })).status).toBe(409);
    expect((await form.send({ answer: 'Coffee' }, { peer: '198.51.100.1' })).status).toBe(200);
    const counts = [
      { answer: 'Tea', votes: 1 },
      { answer: 'Coffee', votes: 1 },
    ];
    expect(await form.responses()).toMatchObject({ result: 2, counts });
    const elsewhere = await forms.link(form.overlayId);
    expect((await elsewhere.send({ answer: 'Tea' })).status).toBe(200);
    expect((await form.responses()).counts[0].votes).toBe(2);
  });

  test('a poll counts one vote for each address and day, over all its links and browsers', async () => {
    guards('one-vote');
    const form = await forms.make({ type: 'poll', answers: ['Tea', 'Coffee'] });
    const elsewhere = await forms.link(form.overlayId);
    const other = await forms.make({ type: 'poll', answers: ['Tea', 'Coffee'] });
    const { peer } = form;
    expect((await form.send({ answer: 'Tea' })).status).toBe(200);
    const agent = { 'User-Agent': 'Another/2.0' };
    for (const again of [
      await form.send({ answer: 'Tea' }, { headers: agent }),
      await elsewhere.send({ answer: 'Tea' }, { peer }),
      await elsewhere.send({ answer: 'Coffee' }, { peer, headers: agent }),
    ])
      expect([again.status, again.text.includes('You’ve already voted')]).toEqual([409, true]);
    expect(await form.responses()).toMatchObject({ result: 1, counts: [{ votes: 1 }, { votes: 0 }] });
    expect((await other.send({ answer: 'Tea' }, { peer })).status).toBe(200);
    forms.site.clock.now += 12 * 3_600_000 - 1;
    expect((await elsewhere.send({ answer: 'Tea' }, { peer })).status).toBe(409);
    forms.site.clock.now += 1;
    expect((await elsewhere.send({ answer: 'Tea' }, { peer })).status).toBe(200);
    expect((await form.send({ answer: 'Tea' }, { peer })).status).toBe(409);
    forms.site.clock.now = NOON;
    expect(await form.responses()).toMatchObject({ result: 2, counts: [{ votes: 2 }, { votes: 0 }] });
  });

  test('all addresses of an IPv6 /64 have one vote, and an IPv4 address has one in either notation', async () => {
    guards('one-vote');
    const form = await forms.make({ type: 'poll' });
    const statuses = [];
    for (const peer of [
      '2001:db8:9:1::1',
      '2001:db8:9:1:ffff::2',
      '2001:db8:9:2::1',
      '198.51.100.40',
      '::ffff:198.51.100.40',
    ])
      statuses.push((await form.send({ answer: 'Yes' }, { peer })).status);
    expect(statuses).toEqual([200, 409, 200, 200, 409]);
  });

  test('concurrent votes on several links of a poll are counted once', async () => {
    guards('one-vote');
    const form = await forms.make({ type: 'poll' });
    const others = [await forms.link(form.overlayId), await forms.link(form.overlayId)];
    const { peer } = form;
    const votes = [form, ...others, form, ...others].slice(0, 5).map((each) => each.send({ answer: 'Yes' }, { peer }));
    expect((await Promise.all(votes)).map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await form.responses()).toMatchObject({ result: 1, counts: [{ votes: 1 }, { votes: 0 }] });
  });

  test('concurrent votes are counted once', async () => {
    const form = await forms.make({ type: 'poll' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => form.send({ answer: 'Yes' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await form.responses()).toMatchObject({ result: 1, counts: [{ votes: 1 }, { votes: 0 }] });
  });

  test('an unknown answer is refused, and votes for a removed answer stay counted', async () => {
    const form = await forms.make({ type: 'poll', answers: ['Tea', 'Coffee'] });
    expect((await form.send({ answer: 'Gin' })).status).toBe(400);
    await form.send({ answer: 'Tea' });
    await forms.send('PUT', `/api/overlay/${form.overlayId}/update`, { answers: ['Water', 'Coffee'] });
    expect((await form.send({ answer: 'Tea' }, { peer: '198.51.100.9' })).status).toBe(400);
    expect((await form.responses()).counts).toEqual([
      { answer: 'Water', votes: 0 },
      { answer: 'Coffee', votes: 0 },
      { answer: 'Tea', votes: 1 },
    ]);
  });

  test('the visitor with the last click of a link can still send its form', async () => {
    const form = await forms.make({ type: 'newsletter' }, { max_clicks: 1 });
    expect((await forms.site.send('GET', form.path)).status).toBe(410);
    expect((await form.send({ email: 'ada@example.com' })).status).toBe(200);
  });

  test('a link that has ended, changed or been deleted accepts no form', async () => {
    const email = { email: 'ada@example.com' };
    const form = await forms.make({ type: 'newsletter' });
    await forms.send('PUT', `/api/url/${form.linkId}/update`, { url: forms.DESTINATION, status: 'disabled' });
    expect((await form.send(email)).status).toBe(410);
    await forms.send('PUT', `/api/url/${form.linkId}/update`, {
      url: forms.DESTINATION,
      status: 'active',
      type: 'direct',
    });
    const changed = await form.send(email, { path: '?a=1' });
    expect([changed.status, changed.headers.get('Location')]).toEqual([303, `${form.path}?a=1`]);
    await forms.send('DELETE', `/api/url/${form.linkId}/delete`);
    expect((await form.send(email)).status).toBe(404);
    expect((await form.responses()).result).toBe(0);
  });

  test('a GET request to the URL of a form redirects to the link', async () => {
    const form = await forms.make({ type: 'newsletter' });
    const { status, headers } = await forms.site.send('GET', `/cta${form.path}?a=1`);
    expect([status, headers.get('Location')]).toEqual([302, `${form.path}?a=1`]);
    expect((await forms.site.send('GET', '/cta/no-such-link')).status).toBe(404);
    expect((await forms.site.send('PUT', `/cta${form.path}`)).status).toBe(405);
  });

  test('while the store is unavailable the visitor is asked to try again later', async () => {
    const other = await openOverlayFormSite(engine, framingOutbound({}));
    const form = await other.make({ type: 'newsletter' });
    await other.site.database.close();
    expect((await form.send({ email: 'ada@example.com' })).status).toBe(503);
  });
});
