import { inline } from './policy.ts';

/**
 * Opens the app. A page that stays visible has no app to open, so it goes on after 2.5 seconds. It replaces the page in the
 * history, so the back button skips it.
 */
export const appScript = inline(`
const open = document.getElementById('open');
const next = document.getElementById('next');
const timer = setTimeout(() => location.replace(next.href), 2500);
function stop() {
  clearTimeout(timer);
}
document.addEventListener('visibilitychange', () => document.hidden && stop());
addEventListener('pagehide', stop);
next.addEventListener('click', stop);
location.href = open.href;
`);

/** Opens the browser of the system. The page stays, because the browser of an app may ignore the request. */
export const escapeScript = inline(`
location.href = document.getElementById('open').href;
`);
