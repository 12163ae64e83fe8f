import { useLayoutEffect, useRef } from 'react';
import { hrefOf } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { CopyLine } from '../../ui/copy-line.tsx';

/** Opens this screen in a new tab with the address and the title of the page. */
function writeBookmarklet(): string {
  const screen = new URL(hrefOf('/share'), location.origin).href;
  return `javascript:void open('${screen}?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`;
}

/** How to shorten from any page: a bookmark for computers, and sharing to the installed app on phones. */
export function Bookmarklet() {
  const t = useTexts('share-page');
  const link = useRef<HTMLAnchorElement>(null);
  const bookmarklet = writeBookmarklet();
  useLayoutEffect(() => {
    // React refuses script addresses in properties. This one is dragged to the bookmarks; our policy never runs it here.
    link.current?.setAttribute('href', bookmarklet);
  }, [bookmarklet]);
  return (
    <section className="card stack">
      <h2>{t.anywhere}</h2>
      <p className="quiet">{t.drag}</p>
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: it is a link, to be dragged to the bookmarks; a click here does nothing. */}
        <a ref={link} className="button plain" onClick={(event) => event.preventDefault()} href="#bookmarklet">
          {t.bookmark}
        </a>
      </p>
      <p className="quiet">{t.paste}</p>
      <CopyLine text={bookmarklet} label={t.copyBookmarklet} />
      <h2>{t.fromPhone}</h2>
      <p className="quiet">{t.phone}</p>
      <p className="quiet">
        <a href="/docs/integrations">{t.more}</a>
      </p>
    </section>
  );
}
