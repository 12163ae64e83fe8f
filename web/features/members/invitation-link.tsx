import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

/** A new invitation with its link, which the server does not show again. */
export interface MadeInvitation {
  email: string;
  link: string;
  expiry: string;
  mailed: boolean;
}

/** Shows the link, and says whether it was mailed or the user must pass it on. */
export function InvitationLink({
  made: { email, link, expiry, mailed },
  onClose,
}: {
  made: MadeInvitation;
  onClose(): void;
}) {
  const t = useTexts('members');
  const date = useFormat().date(expiry);
  return (
    <ShownOnce title={t.linkTitle} value={link} onClose={onClose}>
      {mailed ? t.linkMailed({ email, date }) : t.linkText({ email, date })}
    </ShownOnce>
  );
}
