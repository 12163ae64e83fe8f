import { useState } from 'react';
import { navigate, useSearchParams } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { Page } from '../../ui/page.tsx';
import { Bookmarklet } from './bookmarklet.tsx';
import { ShareForm } from './share-form.tsx';
import { readSharedPage, type SharedPage } from './shared-page.ts';
import { ShortenedLink } from './shortened-link.tsx';

/** From the page to its short URL. */
function Shortening({ page }: { page: SharedPage }) {
  const t = useTexts('share-page');
  const [made, setMade] = useState<{ id: number; shorturl: string }>();
  if (made === undefined)
    return (
      <section className="card stack">
        <p className="quiet">{t.text}</p>
        <ShareForm page={page} onMade={setMade} />
      </section>
    );
  return (
    <section className="card stack">
      <ShortenedLink
        id={made.id}
        shorturl={made.shorturl}
        title={page.description}
        onAgain={() => {
          setMade(undefined);
          navigate('/share', { isReplacing: true });
        }}
      />
    </section>
  );
}

/** Shortens the page that a phone or the bookmarklet shared; without one, it also explains how to share pages. */
export function Screen() {
  const t = useTexts('share-page');
  const [params] = useSearchParams();
  const page = readSharedPage(params);
  return (
    <Page title={t.title}>
      <div className="share-parts">
        <Shortening key={params.toString()} page={page} />
        {page.url === '' && <Bookmarklet />}
      </div>
    </Page>
  );
}
