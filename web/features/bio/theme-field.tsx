import { useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import { bioTexts } from './bio.texts.ts';
import type { BioThemeName } from './bio-form.ts';

/** Selects a theme; each has a name and a one-line description. */
export function ThemeField({ name, value, onChange, error }: FieldProps<BioThemeName>) {
  const t = useTexts(bioTexts);
  const themes = Object.entries(t.themes) as [BioThemeName, [string, string]][];
  return (
    <fieldset className="choices">
      <legend>{t.theme}</legend>
      <div className="bio-themes">
        {themes.map(([theme, [title, about]]) => (
          <label key={theme} className="bio-theme">
            <input
              type="radio"
              name={name}
              value={theme}
              checked={value === theme}
              aria-label={title}
              onChange={() => onChange(theme)}
            />
            <b>{title}</b>
            <span className="hint">{about}</span>
          </label>
        ))}
      </div>
      {error && <p className="problem">{error}</p>}
    </fieldset>
  );
}
