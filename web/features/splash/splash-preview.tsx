import { useTexts } from '../../lib/texts.ts';
import { splashTexts } from './splash.texts.ts';
import type { SplashValues } from './splash-form.ts';

function Picture({ url, name }: { url: string; name: string }) {
  return <img className={name} src={new URL(url, location.href).pathname} alt="" />;
}

/** About what visitors will see, while it is being written. */
export function SplashPreview({ values }: { values: SplashValues }) {
  const t = useTexts(splashTexts);
  const { title, text, button, background, foreground, accent, picture, logo } = values;
  return (
    <figure className="splash-preview">
      <figcaption className="hint">{t.preview}</figcaption>
      <div
        className="splash-ground"
        style={{ background: background || undefined, color: foreground || undefined }}
        aria-hidden
      >
        {logo && <Picture url={logo.url} name="splash-logo" />}
        {picture && <Picture url={picture.url} name="splash-picture" />}
        <b>{title || t.usualHeading}</b>
        {text && <span className="splash-text">{text}</span>}
        <span className="splash-button" style={{ background: accent || undefined }}>
          {button || t.usualButton}
        </span>
      </div>
    </figure>
  );
}
