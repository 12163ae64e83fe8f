import { Plus, SlidersHorizontal } from 'lucide-react';
import { useAction } from '../../lib/actions.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { PasteLink } from '../../ui/paste-link.tsx';

interface Props {
  /** The text in the field; the full form starts with it. */
  url: string;
  onUrl(url: string): void;
  /** Opens the form of the link with this id, or of a new link. */
  onEdit(id: string): void;
}

/** The field above the list, with buttons that open the full form. */
export function QuickCreate({ url, onUrl, onEdit }: Props) {
  const t = useTexts('links');
  useAction({ id: 'add-with', name: t.createWithOptions, isChange: true, run: () => onEdit('new') });
  return (
    <>
      <PasteLink
        className="quick-create"
        action={t.new}
        url={url}
        onUrl={onUrl}
        onMade={({ id, message }) =>
          showToast(message, { action: { name: t.edit, run: () => onEdit(String(id)) }, lastsMs: 8_000 })
        }
      >
        <IconButton label={t.createWithOptions} icon={SlidersHorizontal} onClick={() => onEdit('new')} />
      </PasteLink>
      <Button icon={Plus} onClick={() => onEdit('new')} isChange>
        {t.new}
      </Button>
    </>
  );
}
