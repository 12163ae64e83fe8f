import { Plus, Scale, X } from 'lucide-react';
import { routingLimits } from '../../../../src/resources/links/rules/routing-limits.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useNextFocus } from '../../../ui/use-next-focus.ts';
import { sharesOf, type VariantDraft, variantName } from './rule-draft.ts';

interface Props {
  variants: VariantDraft[];
  /** The field of the split in the API, such as `rules.1.split`. */
  path: string;
  onChange(variants: VariantDraft[]): void;
  errorOf(field: string): string | undefined;
}

/** The next free letter for the name of a variant. */
function nextName(variants: readonly VariantDraft[]): string {
  return [...'ABCDEFGHIJ'].find((letter) => !variants.some(({ name }) => name === letter)) ?? '';
}

/** The shares of the variants as one bar. */
function ShareBar({ shares }: { shares: number[] }) {
  return (
    <div className="links-shares" aria-hidden>
      {shares.map((share, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a share has no identity but its place.
        <span key={index} style={{ flexGrow: share, background: `var(--series-${(index % 8) + 1})` }} />
      ))}
    </div>
  );
}

/** The variants of a split with their weights, and the share of visitors that each one gets. */
export function SplitField({ variants, path, onChange, errorOf }: Props) {
  const t = useTexts('link-routing');
  const format = useFormat();
  const shares = sharesOf(variants);
  const change = (index: number, part: Partial<VariantDraft>) =>
    onChange(variants.map((variant, at) => (at === index ? { ...variant, ...part } : variant)));
  const whole = errorOf(path);
  const { box, focusNext } = useNextFocus<HTMLDivElement>();

  function add(): void {
    onChange([...variants, { name: nextName(variants), url: '', weight: '50' }]);
    focusNext('.links-variant:last-child [type=url]');
  }

  function remove(index: number): void {
    onChange(variants.filter((_, other) => other !== index));
    focusNext('.links-variant:last-child input');
  }

  return (
    <div ref={box} className="stack links-split">
      <ShareBar shares={shares} />
      <ul>
        {variants.map((variant, index) => {
          const name = variantName(variant, index);
          const at = `${path}.${index}`;
          const fields = ['name', 'url', 'weight'] as const;
          const [wrongName, refusedUrl, wrongWeight] = fields.map((field) => errorOf(`${at}.${field}`));
          const wrongUrl = refusedUrl && variant.url.trim() === '' ? t.missingUrl : refusedUrl;
          const problems = [...new Set([errorOf(at), wrongName, wrongUrl, wrongWeight].filter(Boolean))];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant has no identity but its index while it is typed.
            <li key={index} className="links-variant">
              <span className="links-dot" style={{ background: `var(--series-${(index % 8) + 1})` }} aria-hidden />
              <span className="input links-variant-name">
                <input
                  aria-label={t.variantNameOf({ name: String(index + 1) })}
                  aria-invalid={wrongName ? true : undefined}
                  placeholder={String(index + 1)}
                  maxLength={routingLimits.name}
                  value={variant.name}
                  onChange={(event) => change(index, { name: event.target.value })}
                />
              </span>
              <span className="input grow">
                <input
                  type="url"
                  aria-label={t.variantUrl({ name })}
                  aria-invalid={wrongUrl ? true : undefined}
                  placeholder="https://"
                  value={variant.url}
                  onChange={(event) => change(index, { url: event.target.value })}
                />
              </span>
              <span className="input links-weight">
                <input
                  type="number"
                  name={`${at}.weight`}
                  min={1}
                  max={routingLimits.weight}
                  inputMode="numeric"
                  aria-label={t.weight({ name })}
                  aria-invalid={wrongWeight ? true : undefined}
                  value={variant.weight}
                  onChange={(event) => change(index, { weight: event.target.value })}
                />
              </span>
              <span className="links-share number">{format.percent(shares[index] ?? 0)}</span>
              {variants.length > 1 && (
                <IconButton label={t.removeVariant({ name })} icon={X} onClick={() => remove(index)} />
              )}
              {problems.map((problem) => (
                <p key={problem} className="problem">
                  {problem}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {whole && <p className="problem">{whole}</p>}
      <div className="line wraps">
        {variants.length < routingLimits.variants && (
          <Button icon={Plus} kind="quiet" onClick={add}>
            {t.addVariant}
          </Button>
        )}
        {new Set(shares).size > 1 && (
          <Button
            icon={Scale}
            kind="quiet"
            onClick={() => onChange(variants.map((variant) => ({ ...variant, weight: '50' })))}
          >
            {t.equal}
          </Button>
        )}
      </div>
      <p className="hint">{t.splitHint}</p>
    </div>
  );
}
