import { SlidersHorizontal } from 'lucide-react';
import { useAction } from '../../lib/actions.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/button.tsx';
import { PasteLink } from '../../ui/paste-link.tsx';

/** The field above the list, with a button that opens the full form. */
export function QuickCreate({ onEdit }: { onEdit(id: string): void }) {
  const t = useTexts('links');
  useAction({ id: 'add-with', name: t.createWithOptions, run: () => onEdit('new') });
  return (
    <PasteLink
      className="quick-create"
      action={t.new}
      onMade={({ id, said }) =>
        showToast(said, { action: { name: t.edit, run: () => onEdit(String(id)) }, lastsMs: 8_000 })
      }
    >
      <IconButton label={t.createWithOptions} icon={SlidersHorizontal} onClick={() => onEdit('new')} />
    </PasteLink>
  );
}
