import { expect, test } from 'bun:test';
import { html } from './html.ts';

test('values are escaped, nested templates are not', () => {
  const evil = `</title><script>"'&`;
  const page = html`<b title="${evil}">${[html`<i>${evil}</i>`, 7]}</b>`;
  expect(page.text).toBe(
    '<b title="&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;"><i>&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;</i>7</b>',
  );
});
