import { useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import type { BioThemeName } from './bio-form.ts';

/** Selects a theme; each has a name and a one-line description. */
export function ThemeField({ name, value, onChange, error }: FieldProps<BioThemeName>) {
  const t = useTexts('bio');
  const themes = Object.entries(t.themes) as [BioThemeName, { name: string; description: string }][];
  return (
    <fieldset className="choices">
      <legend>{t.theme}</legend>
      <div className="bio-themes">
        {themes.map(([theme, { name: title, description }]) => (
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
            <span className="hint">{description}</span>
          </label>
        ))}
      </div>
      {error && <p className="problem">{error}</p>}
    </fieldset>
  );
}
