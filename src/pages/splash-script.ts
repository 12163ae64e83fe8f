import { inline } from './policy.ts';

/**
 * The countdown: one animation drives both the ring and the timer, so that they cannot disagree. The destination replaces the
 * page in the history, as a redirect would, so the back button skips it; a visitor who returns is not redirected again.
 */
export const splashScript = inline(`
const link = document.querySelector('.go');
const count = document.querySelector('.count');
const counting = document.querySelectorAll('[data-counting]');
const totalMs = Number(link.dataset.seconds) * 1000;
const clock = document.querySelector('.arc').animate(
  { strokeDashoffset: [0, -100] },
  { duration: totalMs, fill: 'forwards' },
);
function show() {
  const seconds = String(Math.ceil((totalMs - (clock.currentTime ?? 0)) / 1000));
  if (count.textContent !== seconds) count.textContent = seconds;
}
function follow() {
  if (document.hidden) clock.pause();
  else clock.play();
}
const ticks = setInterval(show, 100);
function stop() {
  clearInterval(ticks);
  document.removeEventListener('visibilitychange', follow);
  clock.onfinish = null;
  clock.cancel();
  for (const part of counting) part.setAttribute('hidden', '');
}
clock.onfinish = () => {
  show();
  clearInterval(ticks);
  document.removeEventListener('visibilitychange', follow);
  location.replace(link.href);
};
document.addEventListener('visibilitychange', follow);
document.querySelector('.stay').addEventListener('click', () => {
  stop();
  link.focus();
});
addEventListener('pagehide', stop);
for (const part of counting) part.removeAttribute('hidden');
show();
follow();
`);
