import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { type Format, useFormat } from '../../lib/format.ts';
import { type TextsOf, useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';

type HealthView = AnswerOf<'GET /api/server'>['data']['health'];
type State = HealthView['store']['state'];

const tones = { ok: 'success', warning: 'caution', failed: 'danger', off: 'plain' } as const satisfies Record<
  State,
  string
>;

/** The sentence of a check. */
type Describe = { [Check in keyof HealthView]: (found: HealthView[Check]) => ReactNode };

function createDescribe(t: TextsOf<'server'>, format: Format): Describe {
  const { sentences } = t;
  return {
    store({ place, ms, damage, problem }) {
      if (problem !== null) return sentences.storeFailed({ place, reason: problem });
      if (damage > 0) return sentences.storeDamaged({ place });
      return sentences.store({ place, ms: format.number(ms ?? 0) });
    },
    replica({ state, problem }) {
      if (state === 'off') return sentences.replicaOff;
      return problem === null ? sentences.replica : sentences.replicaFailed({ reason: problem });
    },
    redis: ({ state }) => ({ ok: sentences.redis, off: sentences.redisOff })[state as string] ?? sentences.redisFailed,
    counting({ waiting, lag }) {
      return lag > 0 ? sentences.countingLag({ count: waiting, seconds: format.number(lag) }) : sentences.counting;
    },
    backups({ state, last, problem }) {
      if (problem !== null) return sentences.backupsFailed({ reason: problem });
      if (last === null) return state === 'off' ? sentences.backupsOff : sentences.backupsNone;
      return (
        <>
          {sentences.backups} <Time value={last} isRelative />
        </>
      );
    },
    disk: ({ folder, free, total }) => sentences.disk({ folder, free: format.bytes(free), total: format.bytes(total) }),
    clock({ state, time, offset }) {
      const shown = format.dateTime(time);
      if (state === 'ok') return sentences.clock({ time: shown });
      return sentences.clockWrong({ time: shown, seconds: format.number(Math.round((offset ?? 0) / 1000)) });
    },
  };
}

/** Lists the checks of the server, each with its state and a sentence. */
export function Health({ health, onRefresh }: { health: HealthView; onRefresh(): void }) {
  const t = useTexts('server');
  const describe = createDescribe(t, useFormat());
  const checks = Object.keys(health) as (keyof HealthView)[];
  return (
    <section className="server-section">
      <div className="part-head">
        <h2>{t.health}</h2>
        <Button icon={RefreshCw} onClick={onRefresh}>
          {t.checkAgain}
        </Button>
      </div>
      <ul className="card server-checks">
        {checks.map((check) => (
          <li key={check}>
            <b>{t.checks[check]}</b>
            <span className="server-sentence">{(describe[check] as (found: unknown) => ReactNode)(health[check])}</span>
            <Badge tone={tones[health[check].state]}>{t.states[health[check].state]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
