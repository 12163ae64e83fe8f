import { useState } from 'react';
import { navigate, useSearchParams } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Page } from '../../ui/page.tsx';
import { PasteLink } from '../../ui/paste-link.tsx';
import { RoleNote } from '../../ui/role-note.tsx';
import { Bookmarklet } from './bookmarklet.tsx';
import { findSharedUrl } from './shared-url.ts';

/** Shortens the page that a phone or the bookmarklet shared. The user confirms it, because any site can open this address. */
export function Screen() {
  const t = useTexts('share-page');
  const [params] = useSearchParams();
  const [url, setUrl] = useState(() => findSharedUrl(params));
  return (
    <Page title={t.title}>
      <div className="share-parts">
        <section className="card stack">
          <p className="quiet">{t.text}</p>
          <RoleNote />
          <PasteLink
            action={t.title}
            url={url}
            onUrl={setUrl}
            takesAnyPaste
            onMade={({ id, message }) => {
              showToast(message);
              navigate(`/links/${id}`);
            }}
          />
        </section>
        <Bookmarklet />
      </div>
    </Page>
  );
}
