import { expect, test } from 'bun:test';
import { NEW_LINK } from './link-form.ts';
import { countUnfinished, findLine, type SimulatedVisit, toSimulation } from './simulated-visit.ts';

const VISIT: SimulatedVisit = {
  ...{ place: 'Canada-Quebec', city: '', agent: 'other', language: 'fr', time: '', who: 'network', clicks: '2' },
  ...{ referrer: '', query: 'a=1', address: '' },
};
const LINK = {
  ...NEW_LINK,
  ...{ url: 'example.com', custom: 'mine', tags: ['a'], hasPassword: true, max_clicks: '3' },
  devicetarget: [
    { device: 'iphone', link: 'https://m.example/' },
    { device: 'ipad', link: '' },
  ],
};

test('a simulation sends what decides about the visit, and leaves incomplete lines out', () => {
  const { link, ...visitor } = toSimulation(LINK, VISIT);
  expect(link).toMatchObject({ url: 'https://example.com', password: '*', max_clicks: 3 });
  expect(link.devicetarget).toEqual([{ device: 'iphone', link: 'https://m.example/' }]);
  expect('custom' in link || 'tags' in link).toBe(false);
  expect(visitor).toMatchObject({ country: 'CA', region: 'quebec', language: 'fr', is: 'preview', clicks: 2 });
  expect(countUnfinished(LINK)).toBe(1);
});

test('a place that is unknown is sent as it is, so that the API names it', () => {
  expect(toSimulation(LINK, { ...VISIT, place: 'Atlantis' })).toMatchObject({ country: 'Atlantis' });
});

test('the entry that matched is found in the form', () => {
  const values = { ...NEW_LINK, geotarget: [{ location: 'CA', link: 'https://ca.example/' }] };
  expect([findLine(values, 'location', 'canada'), findLine(values, 'location', 'france')]).toEqual(['CA', undefined]);
});

test('the simulator takes a destination without a scheme, as saving does, and leaves out a rule without one', () => {
  const rule = { key: 0, name: '', when: [], url: 'example.de', split: undefined };
  const values = { ...LINK, devicetarget: [], rules: [{ ...rule, key: 1, url: '' }, rule] };
  const { link } = toSimulation(values, VISIT);
  expect(link.rules).toEqual([{ name: '2', when: [], url: 'https://example.de' }]);
  expect(countUnfinished(values)).toBe(1);
});
