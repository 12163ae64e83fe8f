import { expect, test } from 'bun:test';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { type DeviceName, deviceNames, deviceTypeOf, isCovered, matchesDevice, parseDevice } from './device.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

// Each User-Agent with all device names that match it.
const agents: [string, string][] = [
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${SAFARI} Version/17.5 Mobile/15E148 Safari/604.1`,
    'iphone ios mobile',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${SAFARI} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`,
    'iphone ios mobile',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${SAFARI} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`,
    'iphone ios mobile',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 16_1 like Mac OS X) ${SAFARI} Mobile/20B82 [FBAN/FBIOS;FBAV/441.0;FBDV/iPhone12,1]`,
    'iphone ios mobile',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) ${SAFARI} Mobile/15E148 Instagram 290.0.0.14.109 (iPhone13,2)`,
    'iphone ios mobile',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${SAFARI} EdgiOS/125.0 Version/17.0 Mobile/15E148 Safari/604.1`,
    'iphone ios mobile',
  ],
  [
    `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) ${SAFARI} Version/12.1.2 Mobile/15E148 Safari/604.1`,
    'ios mobile',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) ${SAFARI} Version/16.6 Mobile/15E148 Safari/604.1`,
    'ipad ios tablet',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) ${SAFARI} CriOS/125.0 Mobile/15E148 Safari/604.1`, 'ipad ios tablet'],
  [
    'Mozilla/5.0 (iPad; U; CPU iPhone OS 3_2 like Mac OS X; en-us) AppleWebKit/531.21.10 Mobile/7B314',
    'ipad ios tablet',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'android mobile'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'android mobile',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'android mobile'],
  [
    `Mozilla/5.0 (Linux; Android 13; Pixel 7; wv) ${CHROME} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/450.0]`,
    'android mobile',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; HarmonyOS; NOH-AN00) ${CHROME} HuaweiBrowser/14.0 Mobile Safari/537.36`,
    'android mobile',
  ],
  [
    `Mozilla/5.0 (Linux; U; Android 12; en-us; M2102J20SG) ${CHROME} XiaoMi/MiuiBrowser/14.5 Mobile Safari/537.36`,
    'android mobile',
  ],
  ['Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16', 'android mobile'],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) Chrome/126.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)',
    'android mobile',
  ],
  [`Mozilla/5.0 (Linux; Android 13; SM-X700) ${CHROME} Safari/537.36`, 'android tablet'],
  ['Mozilla/5.0 (Android 13; Tablet; rv:127.0) Gecko/127.0 Firefox/127.0', 'android tablet'],
  [
    'Mozilla/5.0 (Linux; Android 4.3; Nexus 7 Build/JSS15Q) AppleWebKit/537.36 Chrome/29.0.1547.72 Safari/537.36',
    'android tablet',
  ],
  [
    'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36',
    'android tablet',
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 4.4.3; KFTHWI Build/KTU84M) Silk/3.68 like Chrome/39.0 Mobile Safari/535.19',
    'android tablet',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36',
    'tablet',
  ],
  ['Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) Version/5.0 Safari/533.2+ Kindle/3.0+', 'tablet'],
  ['Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ Version/7.2.1.0 Safari/536.2+', 'tablet'],
  [
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) Chrome/52.0 Mobile Safari/537.36 Edge/15.15063',
    'mobile',
  ],
  [
    'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; ARM; Trident/7.0; IEMobile/11.0) like iPhone OS 7_0_3 Mac OS X',
    'mobile',
  ],
  ['Mozilla/5.0 (Mobile; LYF/F90M/LYF-F90M-000-02; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'mobile'],
  [
    'Mozilla/5.0 (BB10; Touch) AppleWebKit/537.10+ (KHTML, like Gecko) Version/10.0.9.2372 Mobile Safari/537.10+',
    'mobile',
  ],
  ['BlackBerry9700/5.0.0.862 Profile/MIDP-2.1 Configuration/CLDC-1.1 VendorID/331', 'mobile'],
  [
    'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS; Opera Mobi/23.348); U; en) Presto/2.5.25 Version/10.54',
    'mobile',
  ],
  ['Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) SamsungBrowser/1.0 Mobile Safari/537.3', 'mobile'],
  [`Mozilla/5.0 (Phone; OpenHarmony 5.0) ${CHROME} ArkWeb/4.1.6.1 Mobile`, 'mobile'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'windows desktop'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/126.0.0.0`, 'windows desktop'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'windows desktop'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko', 'windows desktop'],
  ['Mozilla/5.0 (Windows NT 6.2; ARM; Trident/7.0; Touch; rv:11.0; Tablet PC 2.0) like Gecko', 'windows desktop'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) ${CHROME} Safari/537.36 Edge/44.18363`, ''],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/17.5 Safari/605.1.15`, 'macos desktop'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36`, 'macos desktop'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0', 'macos desktop'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} Safari/537.36`, 'linux desktop'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'linux desktop'],
  ['Mozilla/5.0 (Wayland; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'linux desktop'],
  ['Mozilla/5.0 (X11; FreeBSD amd64; rv:127.0) Gecko/20100101 Firefox/127.0', 'desktop'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'chromeos desktop'],
  [`Mozilla/5.0 (X11; CrOS aarch64 15633.69.0) ${CHROME} Safari/537.36`, 'chromeos desktop'],
  [`Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 94.0.4606.31/7.0 TV Safari/537.36`, ''],
  [`Mozilla/5.0 (Web0S; Linux/SmartTV) ${CHROME} Safari/537.36 WebAppManager`, ''],
  [`Mozilla/5.0 (X11; Linux aarch64) ${CHROME} Safari/537.36 CrKey/1.56.500000`, ''],
  [`Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7633; wv) ${CHROME} Mobile Safari/537.36`, 'android'],
  [`Mozilla/5.0 (Linux; Android 10; BRAVIA 4K VH2 Build/QTG3) ${CHROME} Safari/537.36`, 'android'],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
    '',
  ],
  ['AppleTV11,1/11.1', ''],
  ['curl/8.5.0', ''],
  ['python-requests/2.31.0', ''],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', ''],
  ['Microsoft Office/16.0', ''],
  ['', ''],
];
for (const [agent, names] of agents) {
  test(`${names || 'nothing'}: ${agent.slice(0, 90)}`, () => {
    const matched = deviceNames.filter((name) => matchesDevice(agent, name));
    expect(matched.sort()).toEqual(names.split(' ').filter(Boolean).sort() as DeviceName[]);
  });
}

test('the type of a device is the group that matches it', () => {
  for (const [agent, names] of agents) {
    const group = /mobile|tablet|desktop/.exec(names)?.[0] ?? '';
    const type: string = deviceTypeOf(agent);
    expect({ agent, type: type === 'tv' ? '' : type }).toEqual({ agent, type: group });
  }
});

const televisions = [
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 94.0.4606.31/7.0 TV Safari/537.36',
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0.4606.128 Safari/537.36 WebAppManager',
  'Mozilla/5.0 (X11; Linux aarch64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 CrKey/1.56.500000',
  'Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7633; wv) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 Safari/537.36 Edge/44.18363',
  'Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15',
  'Mozilla/5.0 (PLAYSTATION 3 4.90) AppleWebKit/531.22.8 (KHTML, like Gecko)',
  'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474',
  'AppleTV11,1/11.1',
];
test('televisions and consoles have the same type', () => {
  for (const agent of televisions) expect({ agent, type: deviceTypeOf(agent) }).toEqual({ agent, type: 'tv' });
  for (const agent of ['', 'curl/8.5.0', 'Microsoft Office/16.0']) expect(deviceTypeOf(agent)).toBe('');
});

const words: [string, DeviceName | undefined][] = [
  ...deviceNames.map((name): [string, DeviceName] => [name, name]),
  ['  iPhone ', 'iphone'],
  ['MAC', 'macos'],
  ['Mac OS', 'macos'],
  ['Mac OS X', 'macos'],
  ['OSX', 'macos'],
  ['OS X', 'macos'],
  ['Chrome OS', 'chromeos'],
  ['Windows', 'windows'],
  ['', undefined],
  ['phone', undefined],
  ['constructor', undefined],
  ['toaster', undefined],
  [' '.repeat(100_000), undefined],
];
test('a device name is parsed in any case, including its usual other names', () => {
  for (const [text, name] of words) expect({ text, name: parseDevice(text) }).toEqual({ text, name });
});

const covered: [DeviceName, DeviceName[], boolean][] = [
  ['iphone', ['mobile'], true],
  ['mobile', ['iphone'], false],
  ['ios', ['mobile', 'tablet'], true],
  ['ios', ['iphone', 'ipad'], false],
  ['android', ['mobile', 'tablet'], false],
  ['linux', ['desktop'], true],
  ['windows', [], false],
];
test('a device is covered by others that together include all of its kinds', () => {
  for (const [device, others, is] of covered) expect({ device, is: isCovered(device, others) }).toEqual({ device, is });
});

test('only the beginning of a long User-Agent counts, and none takes long to parse', () => {
  expect(matchesDevice(`${'x'.repeat(508)} Windows NT 10.0`, 'windows')).toBe(false);
  expect(matchesDevice(`Windows NT 10.0 ${'x'.repeat(1000)}`, 'windows')).toBe(true);
  for (const bait of ['Smart ', 'Smart', 'Series ', 'Android ', '; AFT', ' ', '\0', 'Windows Phon', '(((']) {
    const agent = bait.repeat(100_000 / bait.length);
    const cpuMs = fastestCpuMs(5, () => {
      for (const name of deviceNames) matchesDevice(agent, name);
    });
    expect(cpuMs / deviceNames.length).toBeLessThan(1);
  }
});
