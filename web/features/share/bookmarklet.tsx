import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../lib/texts.ts';

/** How to shorten from any page: a bookmark for computers, and sharing to the installed app on phones. */
export function Bookmarklet() {
  const t = useTexts('share-page');
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const open = `${location.origin}${location.pathname}?url=`;
    // React refuses script addresses in properties. This one is dragged to the bookmarks; our policy never runs it here.
    link.current?.setAttribute('href', `javascript:void open('${open}'+encodeURIComponent(location.href))`);
  }, []);
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
      <p className="quiet">{t.phone}</p>
    </section>
  );
}
