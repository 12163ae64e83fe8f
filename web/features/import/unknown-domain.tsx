import { Globe, House } from 'lucide-react';
import { describeError } from '../../lib/error-words.ts';
import { useSend } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { type Choices, checkAgain, choose } from './import-run.ts';

interface Props {
  domain: string;
  /** How many links of the file are on this domain. */
  count: number;
  choices: Choices;
}

/** Asks what to do with links on a domain that the account does not have: add the domain, or use the main host. */
export function UnknownDomain({ domain, count, choices }: Props) {
  const t = useTexts('import');
  const host = useShortHost();
  const add = useSend('POST /api/domain/add', { refreshes: ['GET /api/domains'] });
  const { toMainHost } = choices;
  const isOnMain = toMainHost.includes(domain);

  async function addDomain(): Promise<void> {
    try {
      await add.mutateAsync({ body: { domain: `https://${domain}` } });
      showToast(t.domainAdded({ domain }), { lastsMs: 8_000 });
      checkAgain();
    } catch {
      // The error is shown below the buttons.
    }
  }

  return (
    <li>
      {t.unknownDomain({ count, domain })}
      <div className="line wraps import-answer">
        <Button icon={Globe} isBusy={add.isPending} onClick={() => void addDomain()}>
          {t.addDomain({ domain })}
        </Button>
        <Button
          icon={House}
          aria-pressed={isOnMain}
          onClick={() =>
            choose({ toMainHost: isOnMain ? toMainHost.filter((other) => other !== domain) : [...toMainHost, domain] })
          }
        >
          {t.useMainHost({ host })}
        </Button>
      </div>
      {add.error && (
        <p className="problem" role="alert">
          {describeError(add.error)}
        </p>
      )}
    </li>
  );
}
