import { truncateAgent } from './agent-cache.ts';
import { compileNames } from './name-table.ts';

// Windows Phone says Android and iPhone, consoles say Windows, iPads say iPhone, all Apples say Mac OS X; most others
// say Android or Linux.
const osName = compileNames([
  ['Windows Phone', 'Windows Phone', 'Windows Mobile', 'IEMobile'],
  ['Xbox', 'Xbox'],
  ['PlayStation', 'PlayStation', 'PLAYSTATION'],
  ['Nintendo', 'Nintendo'],
  ['Windows', 'Windows', 'Win64', 'Win32', 'win32'],
  ['tvOS', 'AppleTV', 'Apple TV', 'tvOS'],
  ['watchOS', 'watchOS'],
  ['iPadOS', 'iPad'],
  // Not `iOS` alone: Chrome for iOS says `CriOS` even where it asks for the pages of a Mac.
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
  // Silk runs on nothing else, and says Linux or Mac OS X where it asks for the pages of a desktop.
  ['Android', 'Android', 'Silk/', 'Dalvik/'],
  ['Fuchsia', 'Fuchsia'],
  ['FreeBSD', 'FreeBSD'],
  ['OpenBSD', 'OpenBSD'],
  ['NetBSD', 'NetBSD'],
  ['Solaris', 'SunOS'],
  ['Haiku', 'Haiku'],
  ['macOS', 'Macintosh', 'Mac OS X', 'Mac_PowerPC', 'macOS', 'apple-darwin'],
  // Readers of books say `like Android`.
  ['Linux', 'Linux', 'LINUX', 'linux', 'Ubuntu', 'like Android'],
]);

/** The English name of the operating system, or ''. An iPad that asks for desktop pages says that it is a Mac. */
export function osOf(userAgent: string): string {
  return osName(truncateAgent(userAgent));
}
