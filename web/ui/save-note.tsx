import { Check, CircleAlert, CloudAlert, RefreshCw } from 'lucide-react';
import type { SaveState } from '../lib/autosave.ts';
import { describeBriefly } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';

const ICONS = { saved: Check, part: CircleAlert, saving: RefreshCw, failed: CloudAlert };

/** Says whether the screen's content is saved, or why not; `partly` is shown while some of it is incomplete. */
export function SaveNote({ state, partly }: { state: SaveState; partly?: string | false }) {
  const t = useTexts('ui');
  const isPart = state.kind === 'saved' && Boolean(partly);
  const kind = isPart ? 'part' : state.kind;
  const Icon = ICONS[kind];
  const message = state.kind === 'failed' ? t.notSaved({ why: describeBriefly(state.error) }) : t[state.kind];
  return (
    <p className={`save-note is-${kind}`} role="status">
      <Icon size={16} aria-hidden />
      <span>{isPart ? partly : message}</span>
    </p>
  );
}
