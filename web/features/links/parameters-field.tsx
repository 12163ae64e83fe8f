import { Plus, X } from 'lucide-react';
import { utmNames } from '../../../src/lib/utm-names.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { LinkValues } from './link-form.ts';

/** Query parameters for the destination, except the UTM parameters. */
export function ParametersField({ form }: { form: FormState<LinkValues> }) {
  const t = useTexts('link-form');
  const ui = useTexts('ui');
  const { parameters } = form.values;
  const set = (next: LinkValues['parameters']) => form.set({ parameters: next });
  const change = (index: number, part: object) =>
    set(parameters.map((pair, at) => (at === index ? { ...pair, ...part } : pair)));
  return (
    <div className="stack">
      {parameters.map(({ name, value }, index) => {
        if (utmNames.some((utm) => utm === name)) return null;
        const problem = form.errorOf(`parameters.${index}.name`) ?? form.errorOf(`parameters.${index}.value`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair has no identity but its index while it is typed.
          <div className="links-rule is-pair" key={index}>
            <span className="input grow">
              <input
                aria-label={t.parameterName}
                placeholder={t.parameterName}
                aria-invalid={problem ? true : undefined}
                value={name}
                onChange={(event) => change(index, { name: event.target.value })}
              />
            </span>
            <span aria-hidden>=</span>
            <span className="input grow">
              <input
                aria-label={`${t.parameterValue} ${name}`}
                placeholder={t.parameterValue}
                value={value}
                onChange={(event) => change(index, { value: event.target.value })}
              />
            </span>
            <IconButton label={ui.remove} icon={X} onClick={() => set(parameters.filter((_, at) => at !== index))} />
            {problem && <p className="problem">{problem}</p>}
          </div>
        );
      })}
      <div className="line wraps">
        <Button icon={Plus} onClick={() => set([...parameters, { name: '', value: '' }])}>
          {t.addParameter}
        </Button>
      </div>
    </div>
  );
}
