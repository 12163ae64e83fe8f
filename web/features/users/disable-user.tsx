import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { SwitchField } from '../../ui/field.tsx';

interface Props {
  email: string;
  onConfirm(choice: { content?: 'disable' }): Promise<unknown>;
  onClose(): void;
}

/** Confirms disabling a user, and asks whether to disable their published content too. */
export function DisableUser({ email, onConfirm, onClose }: Props) {
  const t = useTexts('users');
  const [withContent, setWithContent] = useState(false);
  return (
    <ConfirmDelete
      title={t.disableTitle({ name: email })}
      confirm={t.disable}
      onClose={onClose}
      onConfirm={() => onConfirm(withContent ? { content: 'disable' } : {})}
    >
      <div className="stack">
        <p>{t.disableText}</p>
        <SwitchField
          name="content"
          label={t.disableContent}
          hint={t.disableContentHint}
          error={undefined}
          value={withContent}
          onChange={setWithContent}
        />
      </div>
    </ConfirmDelete>
  );
}
