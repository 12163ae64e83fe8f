import { signOut } from '../lib/session.ts';
import { useTexts } from '../lib/texts.ts';
import { Button } from '../ui/button.tsx';
import { SecondFactorSetup } from '../ui/second-factor-setup.tsx';
import { EntryCard } from './entry-card.tsx';

/** For a user without a second factor on a server that requires one: nothing else is available. */
export function RequiredFactor() {
  const t = useTexts('second-factor');
  return (
    <EntryCard title={t.title}>
      <p className="quiet">{t.required}</p>
      <SecondFactorSetup />
      <Button kind="quiet" onClick={() => void signOut()}>
        {t.signOut}
      </Button>
    </EntryCard>
  );
}
