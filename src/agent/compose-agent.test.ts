import { expect, test } from 'bun:test';
import { composeAgent } from './compose-agent.ts';
import { describeAgent } from './describe-agent.ts';

test('a composed User-Agent names browser, system and device, and is read as the same', () => {
  for (const [browser, os, device] of [
    ['Firefox', 'Windows', 'desktop'],
    ['Safari', 'iOS', 'mobile'],
    ['Safari', 'macOS', 'desktop'],
    ['Safari', 'iPadOS', 'tablet'],
    ['Chrome', 'Android', 'tablet'],
    ['Android Browser', 'Android', 'mobile'],
    ['Samsung Internet', 'Android', 'mobile'],
    ['Edge', 'ChromeOS', 'desktop'],
    ['Instagram', 'iOS', 'mobile'],
    ['curl', 'Linux', 'desktop'],
    ['', 'FreeBSD', ''],
    ['Opera', '', ''],
  ] as const) {
    const agent = composeAgent({ browser, os, device, isBot: false });
    expect([agent, describeAgent(agent)]).toMatchObject([agent, { browser, os }]);
    if (device !== '') expect([agent, describeAgent(agent).device]).toEqual([agent, device]);
    expect(agent).toContain(os);
  }
  expect(composeAgent({ browser: '', os: '', device: '', isBot: true })).toBe('bot');
});
