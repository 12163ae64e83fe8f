import { useTexts } from '../../../lib/texts.ts';
import type { RuleForm, RuleInputProps } from './rule-form.ts';
import { findRepeated, linesOf } from './rule-lines.ts';

function LocationInput({ value, onChange, isWrong, countries }: RuleInputProps) {
  const t = useTexts('link-form');
  return (
    <span className="input">
      <input
        aria-label={t.country}
        placeholder={t.country}
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

  useWords() {
    const { inPlace, addCountry } = useTexts('link-form');
    return { lead: inPlace, add: addCountry };
  },

  useReason() {
    const { because } = useTexts('link-simulator');
    return (text, values) => {
      const isRegion = linesOf(values, 'location').some((other) =>
        text.toLowerCase().startsWith(`${other.text.toLowerCase()}-`),
      );
      return [because.geotarget({ place: text }), isRegion && because.region].filter(Boolean).join(' ');
    };
  },

  newText: () => '',
  // "new south wales" as people write it.
  toText: (name) => name.replace(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase()),
  findShadowed: findRepeated,
};
