import { inline } from './policy.ts';

// Once the page and its pixels have loaded, or after 1.5 seconds. A navigation that begins earlier would cancel them.
const whenLoaded = `
let hasBegun = false;
function begin() {
  if (hasBegun) return;
  hasBegun = true;
  start();
}
addEventListener('load', () => setTimeout(begin));
setTimeout(begin, 1500);
`;

/**
 * Opens the app. A page that stays visible has no app to open, so it continues after 2.5 seconds. It replaces the page in the
 * history, so the back button skips it.
 */
export const appScript = inline(`
const next = document.getElementById('next');
let timer;
function stop() {
  clearTimeout(timer);
}
function start() {
  timer = setTimeout(() => location.replace(next.href), 2500);
  location.href = document.getElementById('open').href;
}
document.addEventListener('visibilitychange', () => document.hidden && stop());
addEventListener('pagehide', stop);
next.addEventListener('click', stop);
${whenLoaded}`);

/** Opens the browser of the system. The page stays, because the browser of an app may ignore the request. */
export const escapeScript = inline(`
function start() {
  location.href = document.getElementById('open').href;
}
${whenLoaded}`);
