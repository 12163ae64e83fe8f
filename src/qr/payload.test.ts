import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { payloadOf, QR_TYPES, type QrContent } from './payload.ts';

const cases: [string, QrContent, string][] = [
  ['a text stays as it is', { type: 'text', data: ' Grüße;\n:\\ 🦊 ' }, ' Grüße;\n:\\ 🦊 '],
  ['half a character is no text', { type: 'text', data: 'a\ud83e' }, 'a\ufffd'],
  [
    'a link is trimmed and otherwise unchanged',
    { type: 'link', data: ' https://a.example/ö?b=1 ' },
    'https://a.example/ö?b=1',
  ],
  ['a number is written as it is dialled', { type: 'phone', data: '+49 (0)30 / 12-34.5' }, 'tel:+493012345'],
  ['a zero at home is dialled', { type: 'phone', data: '(0) 30 12345' }, 'tel:03012345'],
  ['a hash does not begin a fragment', { type: 'phone', data: '*100#' }, 'tel:*100%23'],
  ['a number may come as an address', { type: 'phone', data: 'tel:+1-555-0100' }, 'tel:+15550100'],
  ['digits of other keyboards are digits', { type: 'phone', data: '＋４９ ３０' }, 'tel:+4930'],
  ['an address alone', { type: 'email', data: { email: ' a+b@example.org ' } }, 'mailto:a+b@example.org'],
  [
    'characters with a meaning in a URL are escaped',
    { type: 'email', data: { email: 'a&b?c@ex.org', subject: '1+1=2 & so?', body: 'ä\nb\r\nc' } },
    'mailto:a%26b%3Fc@ex.org?subject=1%2B1%3D2%20%26%20so%3F&body=%C3%A4%0D%0Ab%0D%0Ac',
  ],
  [
    'a subject has one line and cannot add a field',
    { type: 'email', data: { email: 'a@ex.org', subject: 'x\r\nBcc: y@ex.org&bcc=z', body: '' } },
    'mailto:a@ex.org?subject=x%20Bcc%3A%20y%40ex.org%26bcc%3Dz',
  ],
  [
    'a message may contain colons',
    { type: 'sms', data: { phone: '+43 1', message: 'a: b; ü 😀' } },
    'SMSTO:+431:a: b; ü 😀',
  ],
  ['a message may be left out', { type: 'sms', data: { phone: '+43 1' } }, 'SMSTO:+431'],
  [
    'all five special characters of a Wi-Fi network are escaped',
    { type: 'wifi', data: { ssid: 'a;b,c:d"e\\f', pass: 'ü;:', encryption: 'WPA', hidden: true } },
    'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:ü\\;\\:;H:true;;',
  ],
  [
    'an open network has no password',
    { type: 'wifi', data: { ssid: 'Gäste', pass: 'left over', encryption: 'nopass', hidden: false } },
    'WIFI:T:nopass;S:Gäste;;',
  ],
  [
    'a vCard without a person has the name of the organization',
    { type: 'vcard', data: { org: 'A; B, C', street: 'x\ny', site: 'https://a.example/?b=1,2' } },
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:A\\; B\\, C\r\nORG:A\\; B\\, C\r\nURL:https://a.example/?b=1,2\r\nADR;TYPE=WORK:;;x\\ny;;;;\r\nEND:VCARD',
  ],
  [
    'a vCard with every field',
    {
      type: 'vcard',
      data: {
        fname: 'Žofie',
        lname: 'Å',
        org: 'O',
        title: 'T',
        phone: '+1',
        cell: '+2',
        fax: '+3',
        email: 'z@example.org',
        site: 'https://z.example',
        street: 'S 1',
        city: 'C',
        state: 'ST',
        zip: '1',
        country: 'Ö',
      },
    },
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Å;Žofie;;;\r\nFN:Žofie Å\r\nORG:O\r\nTITLE:T\r\nTEL;TYPE=WORK,VOICE:+1\r\nTEL;TYPE=CELL:+2\r\nTEL;TYPE=WORK,FAX:+3\r\nEMAIL;TYPE=INTERNET:z@example.org\r\nURL:https://z.example\r\nADR;TYPE=WORK:;;S 1;C;ST;1;Ö\r\nEND:VCARD',
  ],
];
for (const [rule, content, payload] of cases) {
  test(`${content.type}: ${rule}`, () => expect(payloadOf(content)).toBe(payload));
}

test('every type has a case', () => {
  expect(new Set(cases.map(([, { type }]) => type))).toEqual(new Set(QR_TYPES));
});

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

test('no text breaks out of its field in a vCard', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (fname, site, phone) => {
      const lines = payloadOf({ type: 'vcard', data: { fname, lname: 'L', site, phone } }).split(/\r\n|\r|\n/);
      expect(lines.length).toBeLessThanOrEqual(7);
      expect(lines.filter((line) => line.startsWith('END:'))).toEqual(['END:VCARD']);
    }),
  );
});

test('no text breaks out of its field in a Wi-Fi network or a message', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const wifi = payloadOf({ type: 'wifi', data: { ssid: one, pass: other, encryption: 'WPA' } });
      expect(wifi.replace(/\\[\\;,:"]/g, '').split(';')).toHaveLength(5);
      const mail = payloadOf({ type: 'email', data: { email: 'a@ex.org', subject: one, body: other } });
      const fields = new URLSearchParams(mail.split('?')[1] ?? '');
      expect([...fields.keys()].every((name) => name === 'subject' || name === 'body')).toBe(true);
      expect((fields.get('body') ?? '').replace(/\r\n/g, '\n')).toBe(other.toWellFormed().replace(/\r\n|\r/g, '\n'));
    }),
  );
});
