import { ownPath } from '../../lib/own-path.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { FactsDialog } from '../../ui/facts-dialog.tsx';
import type { OverlayDetails } from './overlay-form.ts';

/** Shows an administrator the content and links of another user's overlay. */
export function OverlayFactsPanel({ overlay, onClose }: { overlay: OverlayDetails; onClose(): void }) {
  const t = useTexts('overlays');
  const { data } = useApi('GET /api/overlay/:id', { params: { id: overlay.id } });
  // Each type has some of these.
  const details = (data?.details ?? {}) as Record<string, string | null> & { answers?: string[] };
  const picture = details.picture_url;
  return (
    <FactsDialog
      title={overlay.name}
      facts={[
        [t.type, t.types[overlay.type]],
        [t.text, details.text],
        [t.question, details.question],
        [t.answers, details.answers?.join('\n')],
        [t.code, details.code],
        [t.button, details.button],
        [t.buttonUrl, details.button_url],
        [t.link, details.link],
        [t.thanks, details.thanks],
        [t.picture, picture && <img src={ownPath(picture)} alt="" width={240} />],
      ]}
      onClose={onClose}
    />
  );
}
