import { isCovered, parseDevice } from '../../../src/agent/device.ts';
import type { LinkValues } from './link-form.ts';

function sameAs(text: string): string {
  return text.trim().toLowerCase();
}

/** Which lines can never answer, by list and place: those before them take everyone whom they would. */
export function findShadowed(values: Pick<LinkValues, 'geotarget' | 'devicetarget' | 'languagetarget'>): Set<string> {
  const shadowed = new Set<string>();
  const note = (list: string, words: string[]) => {
    for (const [index, word] of words.entries())
      if (word !== '' && words.indexOf(word) < index) shadowed.add(`${list}.${index}`);
  };
  note(
    'geotarget',
    values.geotarget.map(({ location }) => sameAs(location)),
  );
  note(
    'languagetarget',
    values.languagetarget.map(({ language }) => sameAs(language)),
  );
  // A line without a target does not count yet.
  const devices = values.devicetarget.map(({ device, link }) => ({ name: parseDevice(device), isSet: link !== '' }));
  for (const [index, { name }] of devices.entries()) {
    const before = devices.slice(0, index).flatMap((other) => (other.name && other.isSet ? [other.name] : []));
    if (name && isCovered(name, before)) shadowed.add(`devicetarget.${index}`);
  }
  return shadowed;
}
