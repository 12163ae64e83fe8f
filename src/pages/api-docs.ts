import { type Html, html } from '../lib/html.ts';
import { docHeader } from './documentation/doc-page.ts';
import { docStyle } from './documentation/doc-style.ts';
import { pageResponse } from './layout.ts';
import { inline } from './policy.ts';
import { docsStyle, style } from './style.ts';

/** One field or parameter of an endpoint. */
export interface DocsField {
  name: string;
  type: string;
  isRequired: boolean;
  means: string;
}

/** One endpoint as the documentation shows it. */
export interface DocsEndpoint {
  id: string;
  method: string;
  path: string;
  summary: string;
  group: string;
  /** What a key with scopes needs; undefined for a public endpoint. */
  scope: string | undefined;
  parameters: DocsField[];
  body: DocsField[];
  answer: DocsField[];
  errors: { status: string; text: string }[];
}

const sheet = inline(style + docsStyle + docStyle);

function fieldTable(title: string, fields: DocsField[]): Html {
  if (fields.length === 0) return html``;
  const rows = fields.map(
    ({ name, type, isRequired, means }) =>
      html`<tr><td class="code">${name}</td><td>${type}${isRequired ? '' : ', optional'}</td><td>${means}</td></tr>`,
  );
  return html`<h4>${title}</h4><div class="table"><table><thead><tr><th>Field</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function errorTable(errors: DocsEndpoint['errors']): Html {
  const rows = errors.map(({ status, text }) => html`<tr><td class="code">${status}</td><td>${text}</td></tr>`);
  return html`<h4>Errors</h4><div class="table"><table><thead><tr><th>Status</th><th>Code and meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function section(endpoint: DocsEndpoint): Html {
  const { id, method, path, summary, scope, parameters, body, answer, errors } = endpoint;
  return html`<section>
<h3 id="${id}"><span class="verb">${method}</span> <span class="code">${path}</span></h3>
<p>${summary}. ${scope === undefined ? 'No authentication required.' : html`Scope: <code>${scope}</code>.`}</p>
${fieldTable('Parameters', parameters)}
${fieldTable('Body', body)}
${fieldTable('Response', answer)}
${errorTable(errors)}
</section>`;
}

function navigation(groups: [string, DocsEndpoint[]][]): Html {
  const lists = groups.map(
    ([group, endpoints]) =>
      html`<strong>${group}</strong><ul>${endpoints.map(({ id, summary }) => html`<li><a href="#${id}">${summary}</a></li>`)}</ul>`,
  );
  return html`<nav aria-label="Endpoints">${lists}</nav>`;
}

/** Renders the API documentation: one page without scripts or resources of other hosts. */
export function apiDocsPage(endpoints: DocsEndpoint[], baseUrl: string, rateLimit: number): Response {
  const groups = [...Map.groupBy(endpoints, ({ group }) => group)];
  const sections = groups.map(([group, list]) => html`<h2>${group}</h2>${list.map(section)}`);
  const body = html`${docHeader(html``)}
<div class="docs">
${navigation(groups)}
<main>
<h1>Signpost API</h1>
<p>JSON over HTTP. Send your key with every request; a POST or PUT carries one JSON object.</p>
<pre><code>curl ${baseUrl}/api/account -H 'Authorization: Bearer YOUR_KEY'</code></pre>
<p>Every answer has <code>error</code>: <code>0</code> is success (on lists the string <code>"0"</code>), <code>1</code> is a failure
with a <code>message</code>, a <code>code</code>, and for invalid input <code>errors</code>, which names each field. A key may make
${rateLimit} requests in a window; the <code>X-RateLimit</code> headers tell how many are left. Times are UTC.</p>
<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.</p>
${sections}
</main>
</div>`;
  return pageResponse(200, { title: 'Signpost API', body, sheet });
}
