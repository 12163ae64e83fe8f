import { useState } from 'react';
import { type BodyOf, send } from '../../lib/api.ts';
import { type RowOf, refresh } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { SelectField } from '../../ui/field.tsx';

type User = RowOf<'GET /api/users'>;
type Content = BodyOf<'DELETE /api/user/:id/delete'>['content'];

interface Props {
  user: User;
  users: User[];
  onClose(): void;
}

/** Confirms deleting a user, and asks what happens to their content. */
export function DeleteUser({ user, users, onClose }: Props) {
  const t = useTexts('users');
  const { userid } = useSession();
  const [content, setContent] = useState<Content>('transfer');
  const [to, setTo] = useState(String(userid));
  const owners = users.filter(({ id, deleting }) => id !== user.id && !deleting);

  async function remove(): Promise<void> {
    const body = content === 'transfer' ? { content, to: Number(to) } : { content };
    const { finished } = await send('DELETE /api/user/:id/delete', { params: { id: user.id }, body });
    await refresh('GET /api/users');
    showToast(finished ? t.deleted({ name: user.email }) : t.deletionRuns({ name: user.email }));
  }

  return (
    <ConfirmDelete title={t.deleteTitle({ name: user.email })} onClose={onClose} onConfirm={remove}>
      <div className="stack">
        <p>{t.deleteText}</p>
        <SelectField<Content>
          name="content"
          label={t.content}
          hint={content === 'transfer' ? t.transferHint : t.deleteContentHint}
          error={undefined}
          value={content}
          onChange={setContent}
          options={[
            { value: 'transfer', label: t.transferContent },
            { value: 'delete', label: t.deleteContent },
          ]}
        />
        {content === 'transfer' && (
          <SelectField
            name="to"
            label={t.newOwner}
            error={undefined}
            value={to}
            onChange={setTo}
            options={owners.map(({ id, email }) => ({ value: String(id), label: email }))}
          />
        )}
      </div>
    </ConfirmDelete>
  );
}
