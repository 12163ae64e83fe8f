import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { completeUrl } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { DESCRIPTION_LENGTH, type SharedPage } from './shared-page.ts';

interface Props {
  page: SharedPage;
  onMade(link: { id: number; shorturl: string }): void;
}

/** Creates the link when the user submits it, never automatically: any site can open this screen with an address of its choice. */
export function ShareForm({ page, onMade }: Props) {
  const t = useTexts('share-page');
  const create = useSend('POST /api/url/add', { refreshes: ['GET /api/urls', 'GET /api/stats'] });
  const form = useForm<SharedPage>({
    initial: page,
    async send({ url, description }) {
      const address = url.trim() && completeUrl(url);
      onMade(await create.mutateAsync({ body: { url: address, description: description || null } }));
    },
  });
  return (
    <Form form={form} submit={t.shorten}>
      <TextField {...form.field('url')} type="url" inputMode="url" autoComplete="off" label={t.url} />
      <TextField {...form.field('description')} label={t.note} hint={t.noteHint} maxLength={DESCRIPTION_LENGTH} />
    </Form>
  );
}
