import { expect, test } from 'bun:test';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { describeAgent } from './describe-agent.ts';

const GECKO = '(KHTML, like Gecko)';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 ${GECKO}`;
const IPAD = `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 ${GECKO}`;
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 ${GECKO}`;
const MAC_CHROME = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Safari/537.36`;
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Safari/537.36`;
const LINUX = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ${GECKO}`;
const PHONE = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${GECKO}`;
const VIEW = `Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A; wv) AppleWebKit/537.36 ${GECKO} Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36`;

// Each User-Agent with its browser, operating system and device.
const agents: [string, string, string, string][] = [
  // Desktop browsers.
  [WINDOWS, 'Chrome', 'Windows', 'desktop'],
  [MAC_CHROME, 'Chrome', 'macOS', 'desktop'],
  [`${LINUX} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux', 'desktop'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 ${GECKO} Chrome/126.0.0.0 Safari/537.36`,
    'Chrome',
    'ChromeOS',
    'desktop',
  ],
  [`${MAC} Version/17.5 Safari/605.1.15`, 'Safari', 'macOS', 'desktop'],
  [
    'Mozilla/5.0 (Windows; U; Windows NT 6.1; en-US) AppleWebKit/533.19.4 Version/5.0.3 Safari/533.19.4',
    'Safari',
    'Windows',
    'desktop',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Windows', 'desktop'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Firefox',
    'macOS',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux', 'desktop'],
  ['Mozilla/5.0 (X11; FreeBSD amd64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'FreeBSD', 'desktop'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:91.0) Gecko/20100101 Firefox/91.0 SeaMonkey/2.53.18',
    'SeaMonkey',
    'Linux',
    'desktop',
  ],
  [`${WINDOWS} Edg/126.0.0.0`, 'Edge', 'Windows', 'desktop'],
  [`${WINDOWS} Edge/18.19045`, 'Edge', 'Windows', 'desktop'],
  [`${WINDOWS} OPR/111.0.0.0`, 'Opera', 'Windows', 'desktop'],
  ['Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18', 'Opera', 'Windows', 'desktop'],
  ['Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; en) Opera 8.50', 'Opera', 'Windows', 'desktop'],
  [`${WINDOWS} Vivaldi/6.7.3329.41`, 'Vivaldi', 'Windows', 'desktop'],
  [WINDOWS.replace('Safari', 'YaBrowser/24.4.0.0 Yowser/2.5 Safari'), 'Yandex', 'Windows', 'desktop'],
  [WINDOWS.replace('Chrome/', 'Whale/3.26.244.21 Chrome/'), 'Whale', 'Windows', 'desktop'],
  [WINDOWS.replace('Chrome/', 'Brave Chrome/'), 'Brave', 'Windows', 'desktop'],
  [`${MAC} Version/17.5 Safari/605.1.15 Ddg/17.5`, 'DuckDuckGo', 'macOS', 'desktop'],
  [WINDOWS.replace('Safari', 'Safari/537.36 QQBrowser/12.5.5646.400 Safari'), 'QQ', 'Windows', 'desktop'],
  [`${WINDOWS} MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI WindowsWechat`, 'WeChat', 'Windows', 'desktop'],
  ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', 'Internet Explorer', 'Windows', 'desktop'],
  [
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; .NET CLR 2.0.50727)',
    'Internet Explorer',
    'Windows',
    'desktop',
  ],
  [`${LINUX} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome Headless', 'Linux', 'desktop'],
  [`${LINUX} Ubuntu Chromium/80.0.3987.87 Chrome/80.0.3987.87 Safari/537.36`, 'Chromium', 'Linux', 'desktop'],
  [MAC_CHROME.replace('Chrome/', 'Slack/4.38.125 Chrome/'), 'Slack', 'macOS', 'desktop'],
  [MAC_CHROME.replace('Chrome/', 'discord/0.0.300 Chrome/'), 'Discord', 'macOS', 'desktop'],
  [WINDOWS.replace('Chrome/', 'Teams/1.5.00.21668 Chrome/'), 'Microsoft Teams', 'Windows', 'desktop'],
  // Browsers on phones and tablets.
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iOS', 'mobile'],
  [`${IPHONE} CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`, 'Chrome', 'iOS', 'mobile'],
  [`${IPHONE} FxiOS/127.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iOS', 'mobile'],
  [`${IPHONE} Version/17.0 EdgiOS/125.0.2535.96 Mobile/15E148 Safari/605.1.15`, 'Edge', 'iOS', 'mobile'],
  [`${IPHONE} OPiOS/16.0.15.124050 Mobile/15E148 Safari/9537.53`, 'Opera Mini', 'iOS', 'mobile'],
  [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1 OPT/4.7.1`, 'Opera', 'iOS', 'mobile'],
  [`${IPHONE} Version/17.5 Mobile/15E148 DuckDuckGo/7 Safari/605.1.15`, 'DuckDuckGo', 'iOS', 'mobile'],
  [`${IPHONE} Mobile/15E148`, 'Safari', 'iOS', 'mobile'],
  [`${IPAD} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPadOS', 'tablet'],
  [`${IPAD} CriOS/126.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPadOS', 'tablet'],
  [`${PHONE} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', 'mobile'],
  [`${PHONE} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0', 'Firefox', 'Android', 'mobile'],
  [`${PHONE} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android', 'mobile'],
  [`${PHONE} Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/125.0.0.0`, 'Edge', 'Android', 'mobile'],
  [`${PHONE} Chrome/126.0.0.0 Mobile Safari/537.36 OPR/82.0.0.0`, 'Opera', 'Android', 'mobile'],
  [`${VIEW} XiaoMi/MiuiBrowser/14.5.0-gn`, 'MIUI Browser', 'Android', 'mobile'],
  [
    `${PHONE} Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36`,
    'UC Browser',
    'Android',
    'mobile',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; HarmonyOS; NOH-AN00; HMSCore 6.13) AppleWebKit/537.36 ${GECKO} Chrome/114.0 HuaweiBrowser/14.0.5.303 Mobile Safari/537.36`,
    'Huawei Browser',
    'HarmonyOS',
    'mobile',
  ],
  [
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16',
    'Opera Mini',
    'Android',
    'mobile',
  ],
  [
    'Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; GT-I9100 Build/IML74K) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30',
    'Android Browser',
    'Android',
    'mobile',
  ],
  [
    'Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 Silk/108.4.6 like Chrome/108.0.5359.220 Safari/537.36',
    'Silk',
    'Android',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Mobile; LYF/F90M/LYF-F90M-000-02; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    'Firefox',
    'KaiOS',
    'mobile',
  ],
  [
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) Chrome/52.0 Mobile Safari/537.36 Edge/15.15063',
    'Edge',
    'Windows Phone',
    'mobile',
  ],
  // In-app browsers.
  [`${IPHONE} Mobile/20B82 [FBAN/FBIOS;FBAV/441.0.0.31;FBDV/iPhone12,1;FBSN/iOS]`, 'Facebook', 'iOS', 'mobile'],
  [`${VIEW} [FB_IAB/FB4A;FBAV/450.0.0.0;]`, 'Facebook', 'Android', 'mobile'],
  [`${IPHONE} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone14,5; iOS 17_5_1; en_US)`, 'Instagram', 'iOS', 'mobile'],
  [`${VIEW} Instagram 334.0.0.42.95 Android (34/14; 450dpi; samsung; SM-S918B)`, 'Instagram', 'Android', 'mobile'],
  [
    `${IPHONE} Mobile/21F90 musical_ly_34.9.0 JsSdk/2.0 NetType/WIFI BytedanceWebview/d8a21c6`,
    'TikTok',
    'iOS',
    'mobile',
  ],
  [`${VIEW} trill_340703 JsSdk/1.0 AppName/trill ByteLocale/en`, 'TikTok', 'Android', 'mobile'],
  [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8962`, 'LinkedIn', 'iOS', 'mobile'],
  [`${IPHONE} Mobile/15E148 [Pinterest/iOS]`, 'Pinterest', 'iOS', 'mobile'],
  [`${VIEW} [Pinterest/Android]`, 'Pinterest', 'Android', 'mobile'],
  [`${IPHONE} Version/17.5 Mobile/15E148 Snapchat/12.90.0.41 (like Safari/8618.2, panda)`, 'Snapchat', 'iOS', 'mobile'],
  [`${IPHONE} Mobile/15E148 Twitter for iPhone/10.45`, 'X', 'iOS', 'mobile'],
  [`${VIEW} TwitterAndroid`, 'X', 'Android', 'mobile'],
  [`${VIEW} WhatsApp/2.24.10.85`, 'WhatsApp', 'Android', 'mobile'],
  [`${VIEW} Telegram-Android/11.3.4 (Samsung SM-S918B; Android 14; SDK 34; HIGH)`, 'Telegram', 'Android', 'mobile'],
  [`${IPHONE} Mobile/15E148 Safari Line/14.8.0`, 'Line', 'iOS', 'mobile'],
  [`${VIEW};KAKAOTALK 2410750`, 'KakaoTalk', 'Android', 'mobile'],
  [`${IPHONE} GSA/320.0.642175113 Mobile/15E148 Safari/604.1`, 'Google App', 'iOS', 'mobile'],
  [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/en`, 'WeChat', 'iOS', 'mobile'],
  [`${VIEW} MQQBrowser/6.2 TBS/046805 V1_AND_SQ_9.0 QQ/9.0.56`, 'QQ', 'Android', 'mobile'],
  [`${VIEW} MMWEBID/99 MicroMessenger/8.0.50 MQQBrowser/6.2`, 'WeChat', 'Android', 'mobile'],
  // Televisions and consoles.
  [
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 ${GECKO} 94.0.4606.31/7.0 TV Safari/537.36`,
    '',
    'Tizen',
    'tv',
  ],
  [
    `Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 ${GECKO} Chrome/94.0.4606.128 Safari/537.36`,
    'Chrome',
    'webOS',
    'tv',
  ],
  [
    `Mozilla/5.0 (Linux; Android 9; AFTKA Build/PS7633; wv) Chrome/126.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    'tv',
  ],
  [
    `Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 ${GECKO} Version/15.4 Safari/605.1.15`,
    '',
    'PlayStation',
    'tv',
  ],
  [`Mozilla/5.0 (PLAYSTATION 3 4.90) AppleWebKit/531.22.8 ${GECKO}`, '', 'PlayStation', 'tv'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) Chrome/126.0 Safari/537.36 Edge/44.18363',
    'Edge',
    'Xbox',
    'tv',
  ],
  [
    'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/609.4 NF/6.0.2.21.3 NintendoBrowser/5.1.0.22474',
    '',
    'Nintendo',
    'tv',
  ],
  ['AppleTV11,1/11.1', '', 'tvOS', 'tv'],
  ['Roku/DVP-12.5 (12.5.5.4174-C2)', '', 'Roku', 'tv'],
  // HTTP clients with and without an operating system.
  ['curl/8.5.0', 'curl', '', ''],
  ['Wget/1.21.4 (linux-gnu)', 'Wget', 'Linux', ''],
  ['Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A.230901.001)', 'Dalvik', 'Android', 'tablet'],
  ['SomethingNew/1.0', '', '', ''],
  ['Mozilla/5.0', '', '', ''],
  ['', '', '', ''],
];
for (const [agent, browser, os, device] of agents) {
  test(`${browser || 'nothing'} on ${os || 'nothing'}: ${agent.slice(0, 100)}`, () =>
    expect<object>(describeAgent(agent)).toEqual({ browser, os, device }));
}

test('a User-Agent is parsed once, until five thousand others were parsed', () => {
  const first = describeAgent(WINDOWS);
  expect(describeAgent(` ${WINDOWS}`.slice(1))).toBe(first);
  for (let count = 0; count <= 5_000; count++) describeAgent(`curl/8.${count}`);
  expect(describeAgent(WINDOWS)).not.toBe(first);
  expect(describeAgent(WINDOWS)).toEqual(first);
});

test('of a long agent only the beginning counts, and none takes long', () => {
  expect(describeAgent(`${'x'.repeat(512)}${WINDOWS}`)).toEqual({ browser: '', os: '', device: '' });
  expect(describeAgent(WINDOWS.padEnd(100_000, ' Edg/1')).browser).toBe('Edge');
  for (const bait of [
    'Chrome',
    'Opera Min',
    ' Lin',
    'Windows Phon',
    'Mozilla/5.0 (',
    'iPhone Android ',
    'x',
    ' ',
    '(((',
  ]) {
    for (const length of [512, 100_000]) {
      // Each is different, so that none is cached.
      const agents = Array.from({ length: 5 }, (_, round) => `${round}${bait.repeat(length / bait.length)}`);
      const cpuMs = fastestCpuMs(5, (round) => describeAgent(agents[round]?.slice(0, length) ?? ''));
      expect(cpuMs).toBeLessThan(1);
    }
  }
});
