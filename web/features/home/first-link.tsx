import { Signpost } from 'lucide-react';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { PasteLink } from '../../ui/paste-link.tsx';

/** An account without links begins here: paste, press Enter, copied, and on to where its first click will be seen. */
export function FirstLink() {
  const t = useTexts('home');
  return (
    <div className="empty home-first">
      <Signpost className="empty-icon" size={20} aria-hidden />
      <h2>{t.firstTitle}</h2>
      <p className="quiet">{t.firstText}</p>
      <PasteLink
        action={t.firstTitle}
        takesAnyPaste
        onMade={({ id, said }) => {
          showToast(said);
          navigate(`/links/${id}`);
        }}
      />
      <p className="hint">{t.firstExample}</p>
    </div>
  );
}
