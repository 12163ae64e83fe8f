import { expect, test } from 'bun:test';
import { osOf } from './os.ts';

// Common systems are in describe-agent.test.ts; these are rare or easy to confuse.
const agents: [string, string][] = [
  [
    'Mozilla/5.0 (Mobile; Windows Phone 8.1; Android 4.0; IEMobile/11.0) like iPhone OS 7_0_3 Mac OS X',
    'Windows Phone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) Chrome/126.0 Safari/537.36', 'Xbox'],
  ['Mozilla/5.0 (PlayStation Vita 3.74) AppleWebKit/537.73 (KHTML, like Gecko) Silk/3.2', 'PlayStation'],
  ['Mozilla/5.0 (iPad; U; CPU iPhone OS 3_2 like Mac OS X; en-us) Mobile/7B314', 'iPadOS'],
  ['Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) Version/12.1.2 Mobile/15E148', 'iOS'],
  ['Reader/3.1 (com.example.reader; build:7; iOS 17.2.0) Alamofire/5.8.1', 'iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) CriOS/126.0 Version/17.5 Safari/605.1.15', 'macOS'],
  ['Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_3; en-us; Silk/1.0.13.81) Version/5.0 Safari/533.16', 'Android'],
  ['Mozilla/5.0 (X11; U; Linux armv7l like Android; en-us) Version/5.0 Safari/533.2+ Kindle/3.0+', 'Linux'],
  ['Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) SamsungBrowser/1.0 Mobile Safari/537.3', 'Tizen'],
  ['Mozilla/5.0 (Phone; OpenHarmony 5.0) Chrome/114.0 ArkWeb/4.1.6.1 Mobile', 'HarmonyOS'],
  ['Mozilla/5.0 (hp-tablet; Linux; hpwOS/3.0.5; U; en-US) wOSBrowser/234.83 Safari/534.6 TouchPad/1.0', 'webOS'],
  ['Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) Version/7.2.1.0 Safari/536.2+', 'BlackBerry'],
  ['Mozilla/5.0 (SymbianOS/9.4; Series60/5.0 Nokia5800d-1) SymbianOS/9.4', 'Symbian'],
  ['Mozilla/5.0 (Linux; U; Sailfish 4.5; Mobile; rv:91.0) Gecko/91.0 Firefox/91.0', 'Sailfish'],
  ['Mozilla/5.0 (X11; OpenBSD amd64; rv:127.0) Gecko/20100101 Firefox/127.0', 'OpenBSD'],
  ['Mozilla/5.0 (X11; NetBSD amd64; rv:127.0) Gecko/20100101 Firefox/127.0', 'NetBSD'],
  ['Mozilla/5.0 (X11; SunOS i86pc; rv:60.0) Gecko/20100101 Firefox/60.0', 'Solaris'],
  ['Mozilla/5.0 (Wayland; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Linux'],
  ['curl/7.64.1 (x86_64-apple-darwin19.0) libcurl/7.64.1', 'macOS'],
  ['Reader/3 CFNetwork/1494.0.7 Darwin/23.4.0', ''],
  ['python-requests/2.31.0', ''],
  ['', ''],
];
for (const [agent, name] of agents) {
  test(`${name || 'nothing'}: ${agent.slice(0, 100)}`, () => expect(osOf(agent)).toBe(name));
}
