import { Check, CloudAlert, RefreshCw } from 'lucide-react';
import type { SaveState } from '../lib/autosave.ts';
import { describeBriefly } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import { uiTexts } from './ui.texts.ts';

const ICONS = { saved: Check, saving: RefreshCw, failed: CloudAlert };

/** Says whether what is on the screen is saved, and why it is not. */
export function SaveNote({ state }: { state: SaveState }) {
  const t = useTexts(uiTexts);
  const Icon = ICONS[state.kind];
  return (
    <p className={`save-note is-${state.kind}`} role="status">
      <Icon size={16} aria-hidden />
      <span>{state.kind === 'failed' ? t.notSaved(describeBriefly(state.error)) : t[state.kind]}</span>
    </p>
  );
}
