import { useTexts } from '../lib/texts.ts';
import { EntryCard } from './entry-card.tsx';

/** Replaces the dashboard if the workspace in the URL does not exist, or the user is not a member. */
export function WorkspaceGone() {
  const t = useTexts('workspaces');
  return (
    <EntryCard title={t.gone}>
      <p className="quiet">{t.goneText}</p>
      <a className="button primary" href="/app">
        {t.openOwn}
      </a>
    </EntryCard>
  );
}
