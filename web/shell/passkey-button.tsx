import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../lib/error-words.ts';
import { Button } from '../ui/button.tsx';

/** A button that asks the browser for a passkey, and says what went wrong. */
export function PasskeyButton({ label, use }: { label: string; use(): Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  async function run(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await use();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="passkey-button">
      <Button icon={Fingerprint} isBusy={isBusy} onClick={run}>
        {label}
      </Button>
      {error !== undefined && (
        <p className="problem" role="alert">
          {describeError(error)}
        </p>
      )}
    </div>
  );
}
