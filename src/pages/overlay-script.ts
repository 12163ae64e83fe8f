import { inline } from './policy.ts';

/**
 * Shows the overlay after its delay, closes it on Escape, and sends its form without leaving the page. A visitor who is
 * reading the destination keeps the focus, unless the overlay covers everything.
 */
export const overlayScript = inline(`
const box = document.querySelector('dialog');
const frame = document.querySelector('iframe');
const isModal = 'modal' in box.dataset;
const isFixed = 'fixed' in box.dataset;
function show() {
  const isReading = document.activeElement === frame;
  box.removeAttribute('open');
  box.returnValue = '';
  if (isModal) box.showModal();
  else box.show();
  if (isReading && !isModal) frame.focus();
  else box.focus();
}
const delayMs = Number(box.dataset.delay) * 1000;
if (delayMs > 0) {
  box.removeAttribute('open');
  setTimeout(show, delayMs);
} else show();
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && box.open && !isModal && !isFixed) box.close();
});
box.addEventListener('cancel', (event) => {
  if (isFixed) event.preventDefault();
});
box.addEventListener('close', () => {
  if (isFixed && box.returnValue === '') show();
  else frame.focus();
});

const copy = box.querySelector('.copy');
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(box.querySelector('.code').textContent);
    copy.textContent = copy.dataset.done;
  });
}

const form = box.querySelector('form[method=post]');
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  const problem = form.querySelector('.problem');
  const buttons = form.querySelectorAll('button');
  problem.textContent = '';
  for (const button of buttons) button.disabled = true;
  let answer;
  try {
    const response = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } });
    answer = await response.json();
  } catch {
    answer = { text: form.dataset.failed };
  }
  if (answer.isDone) {
    const done = box.querySelector('.done');
    done.querySelector('.thanks').textContent = answer.text;
    done.hidden = false;
    form.remove();
    box.querySelector('.lead').hidden = true;
    done.querySelector('button').focus();
    return;
  }
  for (const button of buttons) button.disabled = false;
  problem.textContent = answer.text;
  form.querySelector('[name="' + answer.field + '"]')?.focus();
});
`);
