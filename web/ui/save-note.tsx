import { Check, CloudAlert, RefreshCw } from 'lucide-react';
import { ApiError } from '../lib/api-error.ts';
import type { SaveState } from '../lib/autosave.ts';
import { describeError } from '../lib/error-words.ts';
import { useTexts } from '../lib/texts.ts';
import { uiTexts } from './ui.texts.ts';

const ICONS = { saved: Check, saving: RefreshCw, failed: CloudAlert };

/** Says whether what is on the screen is saved, and why it is not. */
export function SaveNote({ state }: { state: SaveState }) {
  const t = useTexts(uiTexts);
  const Icon = ICONS[state.kind];

  function describe(error: Error): string {
    if (error instanceof ApiError && error.status === 0) return t.notSavedOffline;
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) return t.notSavedFields;
    return describeError(error);
  }

  return (
    <p className={`save-note is-${state.kind}`} role="status">
      <Icon size={16} aria-hidden />
      <span>{state.kind === 'failed' ? t.notSaved(describe(state.error)) : t[state.kind]}</span>
    </p>
  );
}
