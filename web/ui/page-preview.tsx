import { useEffect, useRef, useState } from 'react';
import { describeBriefly } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';

/** A page without scripts whose policy allows styles; the preview is written into it. */
const BLANK = '/app/blank';

function sheetsOf(page: Document): string {
  return [...page.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n');
}

/** Shows the page in the frame; unchanged styles stay, so that nothing flickers. */
function show(frame: HTMLIFrameElement, html: string): void {
  const { contentDocument: shown, contentWindow } = frame;
  if (!shown || !contentWindow) return;
  // Parsed by the frame's document: this page's policy forbids creating elements from text.
  const { DOMParser: Parser } = contentWindow as Window & typeof globalThis;
  const page = new Parser().parseFromString(html, 'text/html');
  // A preview must not count as a visit.
  for (const link of page.querySelectorAll('a[href]')) link.removeAttribute('href');
  for (const control of page.querySelectorAll('button, input, textarea')) control.setAttribute('tabindex', '-1');
  if (sheetsOf(page) !== sheetsOf(shown)) shown.head.replaceWith(shown.adoptNode(page.head));
  shown.documentElement.lang = page.documentElement.lang;
  shown.documentElement.dir = page.documentElement.dir;
  const { scrollTop } = shown.documentElement;
  shown.body.replaceWith(shown.adoptNode(page.body));
  shown.documentElement.scrollTop = scrollTop;
}

interface Props {
  /** The server's rendering of the current input; undefined until there is one. */
  html: string | undefined;
  error?: Error | undefined;
  className?: string;
}

/** Shows a server-rendered page as visitors will see it; its links and scripts do nothing. */
export function PagePreview({ html, error, className = '' }: Props) {
  const t = useTexts('ui');
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);

  useEffect(() => {
    if (isReady && frame.current && html !== undefined) show(frame.current, html);
  }, [isReady, html]);

  return (
    <figure className={`page-preview ${className}`}>
      <iframe
        ref={frame}
        title={t.preview}
        src={BLANK}
        sandbox="allow-same-origin"
        className={html === undefined ? 'is-empty' : ''}
        onLoad={() => setReady(true)}
      />
      <figcaption className="hint" role="status">
        {error && t.previewFailed({ why: describeBriefly(error) })}
      </figcaption>
    </figure>
  );
}
