import { useId } from 'react';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import type { BioThemeName } from './bio-form.ts';

/** A small page in the colors and the typeface of the theme; theme-field.css draws it. */
function ThemePicture({ theme }: { theme: BioThemeName }) {
  return (
    <span className="bio-picture" data-look={theme} aria-hidden>
      <i className="bio-picture-face" />
      <b className="bio-picture-title" />
      <span className="bio-picture-link" />
      <span className="bio-picture-link" />
      <span className="bio-picture-link" />
    </span>
  );
}

/** Selects a theme; each has a picture, a name and a one-line description. */
export function ThemeField({ name, value, onChange, error }: FieldProps<BioThemeName>) {
  const t = useTexts('bio');
  const id = useId();
  const themes = Object.entries(t.themes) as [BioThemeName, { name: string; description: string }][];
  return (
    <fieldset className="choices" aria-describedby={error ? id : undefined}>
      <legend>{t.theme}</legend>
      <div className="bio-themes">
        {themes.map(([theme, { name: title, description }]) => (
          <label key={theme} className="bio-theme">
            <ThemePicture theme={theme} />
            <input
              type="radio"
              name={name}
              value={theme}
              checked={value === theme}
              aria-label={title}
              onChange={() => onChange(theme)}
            />
            <b>{title}</b>
            <span className="hint">{description}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="problem" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
