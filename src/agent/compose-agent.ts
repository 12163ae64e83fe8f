import { browserWords } from './browser.ts';
import { osWords } from './os.ts';

/** What statistics know about the client of a visit; '' is unknown. */
export interface KnownAgent {
  browser: string;
  os: string;
  device: string;
  isBot: boolean;
}

/** Systems whose browsers other programs recognize by these words. */
const systems: Record<string, string> = {
  Windows: 'Windows NT 10.0; Windows',
  macOS: 'Macintosh; Intel Mac OS X; macOS',
  iOS: 'iPhone; CPU iPhone OS like Mac OS X; iOS',
  iPadOS: 'iPad; CPU OS like Mac OS X; iPadOS',
  Linux: 'X11; Linux',
  ChromeOS: 'X11; CrOS x86_64; ChromeOS',
  Android: 'Linux; Android',
};

const VERSION = '1.0';

function systemOf(os: string): string {
  if (os === '') return '';
  const word = osWords.get(os) ?? '';
  return systems[os] ?? (word.includes(os) ? word : `${word.trim()}; ${os}`);
}

function browserPart(browser: string): string {
  if (browser === '') return '';
  const word = browserWords.get(browser);
  // Safari and Android Browser are recognized by their engine and the system.
  if (word === undefined)
    return `AppleWebKit/${VERSION} Version/${VERSION} ${browser.replace('Android Browser', 'Mobile Safari')}/${VERSION}`;
  const named = word.endsWith('/') ? word + VERSION : word;
  return word.toLowerCase().includes(browser.toLowerCase()) ? named : `${named} (${browser})`;
}

/**
 * A User-Agent from which `describeAgent` and other programs read this browser and system; the original is not stored. Android
 * tells phones from tablets by the word Mobile.
 */
export function composeAgent({ browser, os, device, isBot }: KnownAgent): string {
  const system = systemOf(os);
  const form = device === 'tablet' && os !== 'iPadOS' && os !== 'Android' ? '; Tablet' : '';
  const parts = [
    ...(system === '' && browser === '' ? [] : [`Mozilla/5.0${system && ` (${system}${form})`}`]),
    browserPart(browser),
    device === 'mobile' ? 'Mobile' : '',
    isBot ? 'bot' : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
