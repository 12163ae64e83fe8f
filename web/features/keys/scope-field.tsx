import { useId } from 'react';
import type { BodyOf } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';

export type KeyScope = NonNullable<BodyOf<'POST /api/key/add'>['scopes']>[number];

const NOUNS = [
  'links',
  'stats',
  'qr',
  'campaigns',
  'channels',
  'bio',
  'domains',
  'pixels',
  'overlays',
  'webhooks',
  'files',
] as const;

function actionsOf(noun: (typeof NOUNS)[number]): ('read' | 'write')[] {
  return noun === 'stats' ? ['read'] : ['read', 'write'];
}

/** What a key may use: a row for each noun, with a checkbox for reading and one for changing. */
export function ScopeField({ value, onChange, error }: FieldProps<KeyScope[]>) {
  const t = useTexts('keys');
  const id = useId();
  return (
    <fieldset className="choices scopes" aria-describedby={error ? id : undefined}>
      <legend>{t.scopes}</legend>
      {NOUNS.map((noun) => (
        <div key={noun} className="scope-row">
          <span>{t.scopeNouns[noun]}</span>
          {actionsOf(noun).map((action) => {
            const scope = `${noun}:${action}` as KeyScope;
            return (
              <label key={action} className="line">
                <input
                  type="checkbox"
                  aria-label={`${t.scopeNouns[noun]}: ${t[action]}`}
                  checked={value.includes(scope)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...value, scope] : value.filter((other) => other !== scope))
                  }
                />
                {t[action]}
              </label>
            );
          })}
        </div>
      ))}
      {error && (
        <p className="problem" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
