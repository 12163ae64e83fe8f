import { CalendarClock, X } from 'lucide-react';
import { translateMessage } from '../../lib/api-messages.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { describeChange } from './schedule-form.ts';

/** The changes of a link that are to come, and those that failed; nothing if there are none. */
export function ScheduledChangeList({ id }: { id: string }) {
  const t = useTexts('link-schedule');
  const format = useFormat();
  const { data } = useApi('GET /api/url/:id/schedule', { params: { id }, query: { limit: 100 } });
  const cancel = useSend('DELETE /api/url/:id/schedule/:scheduleid/delete', {
    refreshes: ['GET /api/url/:id/schedule'],
  });
  const changes = data?.data.schedule ?? [];
  if (changes.length === 0) return null;
  const names: Record<string, string> = { url: t.url, metatitle: t.metatitle, status: t.status, expiry: t.expiry };

  async function remove(scheduleid: number): Promise<void> {
    try {
      await cancel.mutateAsync({ params: { id, scheduleid } });
      showToast(t.canceled);
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
    }
  }

  return (
    <section className="card links-schedule" aria-labelledby="links-schedule">
      <h2 id="links-schedule">
        <CalendarClock size={16} aria-hidden /> {t.title}
      </h2>
      <ul>
        {changes.map(({ id: own, at, change, failure }) => (
          <li key={own}>
            <div>
              <b>{format.dateTime(at)}</b> {failure && <Badge tone="danger">{t.failed}</Badge>}
              <p className="quiet">{describeChange(change, (field) => names[field] ?? field)}</p>
              {failure && <p className="problem">{translateMessage('failures', failure)}</p>}
            </div>
            <IconButton label={failure ? t.dismiss : t.cancel} icon={X} isChange onClick={() => void remove(own)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
