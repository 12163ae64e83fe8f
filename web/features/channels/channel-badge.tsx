import { Star } from 'lucide-react';
import { describeError } from '../../lib/error-words.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/button.tsx';
import type { ChannelRow } from './channel-sheet.tsx';

/** A dot in the channel's color. */
export function ColorSpot({ color }: { color: string }) {
  return <span className="channels-spot" style={{ background: color }} aria-hidden />;
}

/** Marks a channel as a favorite, or removes the mark. */
export function StarButton({ channel: { id, name, starred } }: { channel: ChannelRow }) {
  const t = useTexts('channels');
  const update = useSend('PUT /api/channel/:id/update', {
    refreshes: ['GET /api/channels'],
    isOptimistic: true,
  });
  const isOn = update.isPending ? update.variables.body?.starred === true : starred;
  return (
    <IconButton
      label={isOn ? t.unstar({ name }) : t.star({ name })}
      icon={Star}
      className={isOn ? 'channels-star is-on' : 'channels-star'}
      aria-pressed={isOn}
      onClick={() =>
        update.mutate(
          { params: { id }, body: { starred: !isOn } },
          { onError: (error) => void showToast(describeError(error), { kind: 'failed' }) },
        )
      }
    />
  );
}
