import { actions } from '../lib/actions.ts';
import { useTexts } from '../lib/texts.ts';
import { Dialog } from './dialog.tsx';
import { Keys } from './keys.tsx';

/** Lists every shortcut of this screen. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const t = useTexts('ui');
  const all = actions.use().filter(({ keys }) => keys);
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl className="shortcuts">
        {all.map(({ id, name, keys = '' }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
