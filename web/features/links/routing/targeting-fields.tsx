import { useTexts } from '../../../lib/texts.ts';
import type { FormState } from '../../../lib/use-form.ts';
import type { LinkValues } from '../link-form.ts';
import { RulesField } from '../rules/rules-field.tsx';
import { RoutingField } from './routing-field.tsx';
import { useRuleWarnings } from './use-rule-warnings.ts';

interface Props {
  form: FormState<LinkValues>;
  /** The id of the datalist of countries. */
  countries: string;
}

/** Everything that chooses another destination, in the order in which a redirect tries it. */
export function TargetingFields({ form, countries }: Props) {
  const t = useTexts('link-routing');
  const warnings = useRuleWarnings(form.values.rules);
  return (
    <>
      <RoutingField form={form} warnings={warnings} />
      <h3 className="links-subtitle">{t.simpleTitle}</h3>
      <RulesField form={form} countries={countries} caution={warnings.isComplete ? t.restUnreachable : undefined} />
    </>
  );
}
