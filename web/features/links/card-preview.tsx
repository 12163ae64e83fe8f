import { ImageIcon } from 'lucide-react';
import { ownPath } from '../../lib/own-path.ts';
import { useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import type { LinkValues } from './link-form.ts';
import { decideForNetwork } from './simulate.ts';

/** The image if this page may load it: the policy allows none from other hosts. */
function Picture({ url, base }: { url: string; base: string }) {
  const t = useTexts('link-card');
  const picture = URL.parse(url);
  if (picture && (picture.host === new URL(base).host || picture.host === location.host))
    return <img className="links-card-picture" src={ownPath(url)} alt="" />;
  return (
    <span className="links-card-picture is-missing">
      <ImageIcon size={20} aria-hidden />
      <span>{picture ? t.hostedElsewhere({ host: picture.host }) : t.invalidImageUrl}</span>
    </span>
  );
}

/** The link preview that a social network would show, in a feed and in a chat, with fallbacks for missing parts. */
export function CardPreview({ values, host }: { values: LinkValues; host: string }) {
  const t = useTexts('link-card');
  const { address } = useSession();
  const kind = decideForNetwork(values);
  if (!kind) return <p className="hint">{t.noDestination}</p>;
  if (kind === 'password') return <p className="hint">{t.locked}</p>;
  if (kind === 'gone' || kind === 'unknown') return <p className="hint">{t.inactive}</p>;
  if (kind !== 'social') return <p className="hint">{t.nothingSet}</p>;

  const { metatitle, metadescription, metaimage, url } = values;
  const title = metatitle || new URL(url).hostname;
  const gaps = [!metatitle && t.titleFromHost, !metadescription && t.noDescription, !metaimage && t.noPicture].filter(
    Boolean,
  );
  return (
    <div className="stack">
      <figure className="links-card-preview">
        <figcaption className="hint">{t.feed}</figcaption>
        <div className="links-card-feed">
          {metaimage && <Picture url={metaimage} base={address} />}
          <span className="links-card-text">
            <span className="links-card-host cut">{host}</span>
            <b className="links-card-title">{title}</b>
            {metadescription && <span className="links-card-words">{metadescription}</span>}
          </span>
        </div>
      </figure>
      <figure className="links-card-preview">
        <figcaption className="hint">{t.chat}</figcaption>
        <div className="links-card-chat">
          <span className="links-card-text">
            <b className="links-card-title">{title}</b>
            {metadescription && <span className="links-card-words">{metadescription}</span>}
            <span className="links-card-host cut">{host}</span>
          </span>
          {metaimage && <Picture url={metaimage} base={address} />}
        </div>
      </figure>
      {gaps.length > 0 && <p className="hint">{gaps.join(' ')}</p>}
    </div>
  );
}
