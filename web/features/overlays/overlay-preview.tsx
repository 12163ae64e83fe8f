import { useTexts } from '../../lib/texts.ts';
import { contactFields, linesOf, type OverlayValues } from './overlay-form.ts';
import { overlayTexts } from './overlays.texts.ts';

const USUAL_POSITION = 'bottom-right';

function pathOf(url: string): string {
  return new URL(url, location.href).pathname;
}

/** About what visitors will see over the page, while it is being written. */
export function OverlayPreview({ values }: { values: OverlayValues }) {
  const t = useTexts(overlayTexts);
  const { type, name, background, foreground, accent, logo, picture } = values;
  const asked = { contact: values.fields.map((index) => contactFields[index]), newsletter: ['email'] }[
    type as 'contact'
  ];
  const written = linesOf(values.answers);
  const answers = written.length > 0 ? written : [t.yes, t.no];
  return (
    <figure className="overlays-preview">
      <figcaption className="hint">{t.preview}</figcaption>
      <div className={`overlays-page at-${values.position || USUAL_POSITION}`} aria-hidden>
        <div className="overlays-box" style={{ background: background || undefined, color: foreground || undefined }}>
          {logo && <img src={pathOf(logo.url)} alt="" className="overlays-logo" />}
          {type === 'image' && picture && <img src={pathOf(picture.url)} alt="" />}
          {type !== 'image' && (
            <span className="overlays-text">{(type === 'poll' ? values.question : values.text) || name}</span>
          )}
          {type === 'coupon' && values.code && <code>{values.code}</code>}
          {asked?.map((field) => (
            <span key={field} className="overlays-blank">
              {t.fieldNames[field ?? '']}
            </span>
          ))}
          {type === 'poll' &&
            answers.map((answer) => (
              <span key={answer} className="overlays-blank">
                {answer}
              </span>
            ))}
          {type !== 'image' && type !== 'poll' && (
            <span className="overlays-button" style={{ background: accent || undefined }}>
              {values.button || t.usualButton}
            </span>
          )}
        </div>
      </div>
    </figure>
  );
}
