import { useState } from 'react';
import { describePasskeyProblem } from '../lib/passkeys.ts';
import { signOut, useSession } from '../lib/session.ts';
import { useTexts } from '../lib/texts.ts';
import { AddPasskey } from '../ui/add-passkey.tsx';
import { Button } from '../ui/button.tsx';
import { SecondFactorSetup } from '../ui/second-factor-setup.tsx';
import { EntryCard } from './entry-card.tsx';

/** For a user without a second factor on a server that requires one: nothing else is available. */
export function RequiredFactor() {
  const t = useTexts('second-factor');
  const { setUpInstead } = useTexts('passkeys');
  const { address } = useSession();
  const [isAdding, setAdding] = useState(false);
  const problem = describePasskeyProblem(address);
  return (
    <EntryCard title={t.title}>
      <p className="quiet">{t.required}</p>
      <SecondFactorSetup />
      {problem ? <p className="hint">{problem}</p> : <Button onClick={() => setAdding(true)}>{setUpInstead}</Button>}
      <Button kind="quiet" onClick={() => void signOut()}>
        {t.signOut}
      </Button>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </EntryCard>
  );
}
