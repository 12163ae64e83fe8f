import { useTexts } from '../../../lib/texts.ts';
import type { RuleForm, RuleInputProps } from './rule-form.ts';
import { findRepeated, linesOf } from './rule-lines.ts';

function LocationInput({ value, onChange, isWrong, countries }: RuleInputProps) {
  const { location: t } = useTexts('link-rules');
  return (
    <span className="input">
      <input
        aria-label={t.field}
        placeholder={t.field}
        list={countries}
        value={value}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

export const locationForm: RuleForm = {
  Input: LocationInput,

  useName: () => (text) => text,

  useReason() {
    const { location: t } = useTexts('link-rules');
    return (text, values) => {
      const isRegion = linesOf(values, 'location').some((other) =>
        text.toLowerCase().startsWith(`${other.text.toLowerCase()}-`),
      );
      return [t.reason({ place: text }), isRegion && t.regionFirst].filter(Boolean).join(' ');
    };
  },

  newText: () => '',
  // Capitalizes names such as "new south wales".
  toText: (name) => name.replace(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase()),
  findShadowed: findRepeated,
};
