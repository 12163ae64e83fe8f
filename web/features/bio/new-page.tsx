import { atField } from '../../lib/api-error.ts';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useSend } from '../../lib/query.ts';
import { navigate } from '../../lib/router.tsx';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { PageDomainField } from './page-domain-field.tsx';

/** Creates a draft by its name; everything else is done in the editor, which publishes it. */
export function NewPage() {
  const t = useTexts('bio');
  const mainHost = useShortHost();
  const create = useSend('POST /api/bio/add', { refreshes: ['GET /api/bio'] });
  const form = useForm({
    initial: { name: '', slug: '', domain: '' },
    async send(body) {
      const { id } = await create.mutateAsync({ body: { ...body, status: 'draft' } }).catch((error) => {
        throw atField(error, 'slug_taken', 'slug', t.slugTaken);
      });
      navigate(`/bio/${id}`, { isReplacing: true, isSure: true });
    },
  });
  const { domain } = form.values;
  const host = domain === '' ? mainHost : withoutScheme(domain);
  useLeaveGuard(form.isChanged);
  return (
    <Page title={t.add}>
      <div className="card bio-new">
        <Form form={form} submit={t.create}>
          <TextField {...form.field('name')} label={t.name} maxLength={100} autoFocus />
          <PageDomainField {...form.field('domain')} />
          <TextField
            {...form.field('slug')}
            label={t.slug}
            before={`${host}/`}
            hint={t.slugHint}
            isMono
            autoCapitalize="off"
            spellCheck={false}
            isOptional
          />
        </Form>
      </div>
    </Page>
  );
}
