import { expect, test } from 'bun:test';
import { NEW_QR, type QrValues, toQrBody, toQrChanges } from './qr-form.ts';

function bodyOf(change: Partial<QrValues>): ReturnType<typeof toQrBody> {
  return toQrBody(NEW_QR, { ...NEW_QR, ...change });
}

test('empty fields leave the choice to the API', () => {
  expect(bodyOf({})).toMatchObject({
    foreground: null,
    gradient: null,
    frame: null,
    margin: null,
    size: null,
    ecc: null,
  });
});

test('a link gets a scheme, and a text stays as typed', () => {
  expect(bodyOf({ data: { value: 'example.com' } }).data).toBe('https://example.com');
  expect(bodyOf({ type: 'text', data: { value: 'example.com' } }).data).toBe('example.com');
});

test('only the fields of the type are sent', () => {
  const data = { email: 'ada@example.com', subject: 'Hi', ssid: 'Café' };
  expect(bodyOf({ type: 'email', data }).data).toEqual({ email: 'ada@example.com', subject: 'Hi' });
});

test('an open network has no password, even if one was typed before', () => {
  const data = { ssid: 'Café', encryption: 'nopass', pass: 'secret', hidden: 'false' };
  expect(bodyOf({ type: 'wifi', data }).data).not.toHaveProperty('pass');
  expect(bodyOf({ type: 'wifi', data: { ...data, encryption: 'WPA' } }).data).toHaveProperty('pass', 'secret');
});

test('only types that can be static or dynamic send which they are', () => {
  expect(bodyOf({ type: 'text', dynamic: true })).toHaveProperty('dynamic', true);
  expect(bodyOf({ type: 'link', dynamic: true })).not.toHaveProperty('dynamic');
  expect(bodyOf({ type: 'wifi', dynamic: true })).not.toHaveProperty('dynamic');
});

test('an unchanged logo and channel are not sent', () => {
  expect(bodyOf({})).not.toHaveProperty('logo');
  expect(toQrBody({ ...NEW_QR, logo: '4', channel: '2' }, NEW_QR)).toMatchObject({ logo: null, channel: null });
});

test('an update sends the data, which the API requires, and what was changed', () => {
  const saved = { ...NEW_QR, name: 'Poster', data: { value: 'https://example.com/' } };
  expect(toQrChanges(saved, { ...saved, name: 'Flyer' })).toEqual({ data: 'https://example.com/', name: 'Flyer' });
  expect(toQrChanges(saved, { ...saved, type: 'text' })).toMatchObject({ type: 'text', dynamic: false, ecc: null });
});
