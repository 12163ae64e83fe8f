import { truncateAgent } from './agent-cache.ts';
import { compileNames, type NameRow } from './name-table.ts';

// The order matters: Windows Phone also sends Android and iPhone, consoles send Windows, iPads send iPhone, all Apple devices
// send Mac OS X, and most others send Android or Linux.
const ROWS: readonly NameRow[] = [
  ['Windows Phone', 'Windows Phone', 'Windows Mobile', 'IEMobile'],
  ['Xbox', 'Xbox'],
  ['PlayStation', 'PlayStation', 'PLAYSTATION'],
  ['Nintendo', 'Nintendo'],
  ['Windows', 'Windows', 'Win64', 'Win32', 'win32'],
  ['tvOS', 'AppleTV', 'Apple TV', 'tvOS'],
  ['watchOS', 'watchOS'],
  ['iPadOS', 'iPad'],
  // Not just `iOS`: Chrome for iOS sends `CriOS` even if it requests desktop pages.
  ['iOS', 'iPhone', 'iPod', '(iOS', ' iOS ', ' iOS/'],
  ['HarmonyOS', 'HarmonyOS', 'OpenHarmony'],
  ['KaiOS', 'KAIOS', 'KaiOS'],
  ['Tizen', 'Tizen'],
  ['webOS', 'Web0S', 'webOS', 'hpwOS'],
  ['ChromeOS', 'CrOS '],
  ['Roku', 'Roku'],
  ['BlackBerry', 'BlackBerry', 'BB10', 'PlayBook'],
  ['Symbian', 'Symbian', 'SymbOS', 'Series60', 'Series 60'],
  ['Sailfish', 'Sailfish'],
  // Silk runs only on Android, but sends Linux or Mac OS X if it requests desktop pages.
  ['Android', 'Android', 'Silk/', 'Dalvik/'],
  ['Fuchsia', 'Fuchsia'],
  ['FreeBSD', 'FreeBSD'],
  ['OpenBSD', 'OpenBSD'],
  ['NetBSD', 'NetBSD'],
  ['Solaris', 'SunOS'],
  ['Haiku', 'Haiku'],
  ['macOS', 'Macintosh', 'Mac OS X', 'Mac_PowerPC', 'macOS', 'apple-darwin'],
  // E-book readers send `like Android`.
  ['Linux', 'Linux', 'LINUX', 'linux', 'Ubuntu', 'like Android'],
];
const osName = compileNames(ROWS);

/** The names of all operating systems that `osOf` returns. */
export const osNames: readonly string[] = ROWS.map(([name]) => name);

/** A word by which `osOf` recognizes an operating system. */
export const osWords: ReadonlyMap<string, string> = new Map(ROWS.map(([name, word = '']) => [name, word]));

/** The English name of the operating system, or ''. An iPad that requests desktop pages claims to be a Mac. */
export function osOf(userAgent: string): string {
  return osName(truncateAgent(userAgent));
}
