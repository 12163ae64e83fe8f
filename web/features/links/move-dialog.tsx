import { includesRole } from '../../../src/core/role.ts';
import { send } from '../../lib/api.ts';
import { inChunks } from '../../lib/bulk.ts';
import { refresh } from '../../lib/query.ts';
import { openWorkspace } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { type OwnWorkspace, useWorkspaces } from '../../lib/workspaces.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

const MAX_AT_A_TIME = 100;

/** The workspaces that links of this one can move to: the user is admin in both. */
export function useMoveTargets(): OwnWorkspace[] {
  const { current, all } = useWorkspaces();
  if (!includesRole(current.role, 'admin')) return [];
  return all.filter(({ id, role }) => id !== current.id && includesRole(role, 'admin'));
}

/** Moves links with their statistics to another workspace. */
export function MoveDialog({ ids, onMoved, onClose }: { ids: number[]; onMoved(): void; onClose(): void }) {
  const t = useTexts('link-move');
  const { current } = useWorkspaces();
  const targets = useMoveTargets();
  const count = ids.length;
  const form = useForm({
    initial: { workspace: String(targets[0]?.id ?? '') },
    async send({ workspace }) {
      const target = targets.find(({ id }) => String(id) === workspace);
      if (!target) return;
      for (const links of inChunks(ids, MAX_AT_A_TIME)) {
        await send('POST /api/workspace/:id/take', { params: { id: target.id }, body: { links, from: current.id } });
      }
      const show = { name: t.show, run: () => void openWorkspace(target.id, '/links') };
      showToast(t.moved({ count, workspace: target.name }), { action: show, lastsMs: 8_000 });
      onMoved();
      onClose();
      await refresh('GET /api/urls', 'GET /api/stats');
    },
  });
  return (
    <Dialog title={t.title({ count })} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{t.text}</p>
        <Form form={form} submit={t.move} onCancel={onClose}>
          <SelectField
            {...form.field('workspace')}
            label={t.workspace}
            options={targets.map(({ id, name, personal }) => ({
              value: String(id),
              label: personal ? t.personal({ name }) : name,
            }))}
          />
        </Form>
      </div>
    </Dialog>
  );
}
