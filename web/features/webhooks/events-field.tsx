import { useId } from 'react';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import { eventNames, type WebhookEventName } from './webhook-form.ts';

/** The events of a webhook as checkboxes. */
export function EventsField({ value, onChange, error }: FieldProps<WebhookEventName[]>) {
  const t = useTexts('webhooks');
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={error ? id : undefined}>
      <legend>{t.events}</legend>
      {eventNames.map((event) => (
        <label key={event} className="line webhooks-event">
          <input
            type="checkbox"
            checked={value.includes(event)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, event] : value.filter((other) => other !== event))
            }
          />
          <span>{t.eventNames[event]}</span>
          <code className="quiet">{event}</code>
        </label>
      ))}
      {error && (
        <p className="problem" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
