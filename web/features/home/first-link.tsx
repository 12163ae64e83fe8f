import { Signpost } from 'lucide-react';
import { useState } from 'react';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { PasteLink } from '../../ui/paste-link.tsx';
import { RoleNote } from '../../ui/role-note.tsx';

/** The start of an account without links: create the first link and watch for its first click. */
export function FirstLink() {
  const t = useTexts('home');
  const [url, setUrl] = useState('');
  return (
    <div className="empty home-first">
      <Signpost className="empty-icon" size={20} aria-hidden />
      <h2>{t.firstTitle}</h2>
      <p className="quiet">{t.firstText}</p>
      <RoleNote />
      <PasteLink
        action={t.firstTitle}
        url={url}
        onUrl={setUrl}
        takesAnyPaste
        onMade={({ id, message }) => {
          showToast(message);
          navigate(`/links/${id}`);
        }}
      />
      <p className="hint">{t.firstExample}</p>
    </div>
  );
}
