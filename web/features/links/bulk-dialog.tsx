import { type FormEvent, useId, useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { splitTags } from '../../ui/tags-field.tsx';
import type { BulkChange } from './use-bulk-change.ts';
import { useGroups } from './use-groups.ts';

/** What the selected links can be added to. */
export type GroupNoun = 'tag' | 'channel' | 'campaign';

function adding(noun: GroupNoun, value: string): BulkChange[] {
  if (noun === 'tag') return splitTags(value).map((tag) => ({ add_tag: tag }));
  if (noun === 'channel') return [{ add_channel: Number(value) }];
  return [{ campaign: value === '' ? null : Number(value) }];
}

function removing(noun: GroupNoun, value: string): BulkChange[] {
  return noun === 'tag' ? splitTags(value).map((tag) => ({ remove_tag: tag })) : [{ remove_channel: Number(value) }];
}

/** Asks which tag, channel or campaign to set on the selected links. */
export function BulkDialog({
  noun,
  onChange,
  onClose,
}: {
  noun: GroupNoun;
  onChange(changes: BulkChange[]): void;
  onClose(): void;
}) {
  const t = useTexts('link-bulk');
  const id = useId();
  const groups = useGroups();
  const options = groups[noun];
  const [typed, setTyped] = useState<string>();
  const value = typed ?? (noun === 'tag' ? '' : (options[0]?.value ?? ''));
  const isMissing = noun !== 'tag' && groups.isReady && options.length === 0;
  const isBlank = noun !== 'campaign' && splitTags(value).length === 0;

  function submit(changes: BulkChange[]): void {
    if (isBlank) return;
    onClose();
    onChange(changes);
  }

  const field = { name: noun, label: t[noun], value, onChange: setTyped, error: undefined };
  return (
    <Dialog title={t.titles[noun]} onClose={onClose}>
      {isMissing && <p className="quiet">{t.none[noun]}</p>}
      {!isMissing && !groups.isReady && <Skeleton height={34} />}
      {!isMissing && groups.isReady && (
        <form
          className="form"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            submit(adding(noun, value));
          }}
        >
          {noun === 'tag' ? (
            <>
              <TextField {...field} hint={t.tagHint} list={id} maxLength={500} autoComplete="off" autoFocus />
              <datalist id={id}>
                {options.map((option) => (
                  <option key={option.value} value={option.value} />
                ))}
              </datalist>
            </>
          ) : (
            <SelectField
              {...field}
              options={noun === 'campaign' ? [...options, { value: '', label: t.noCampaign }] : options}
            />
          )}
          <div className="form-buttons">
            {noun !== 'campaign' && <Button onClick={() => submit(removing(noun, value))}>{t.remove[noun]}</Button>}
            <Button kind="primary" type="submit">
              {t.add[noun]}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
