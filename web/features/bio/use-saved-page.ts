import { useState } from 'react';
import { type AnswerOf, send } from '../../lib/api.ts';
import type { SaveState } from '../../lib/autosave.ts';
import { queryClient, refresh } from '../../lib/query.ts';
import { useAutosave } from '../../lib/use-autosave.ts';
import type { Form } from '../../lib/use-form.ts';
import { type BioDetails, type BioDraft, type BioValues, byKeys, keyOf, toDraft, withIds } from './bio-form.ts';

/** Reads a page again, for its blocks may have numbers now, and it another address. */
async function readAgain(id: number): Promise<BioDetails> {
  const answer: AnswerOf<'GET /api/bio/:id'> = await send('GET /api/bio/:id', { params: { id } });
  queryClient.setQueryData(['GET /api/bio/:id', { params: { id: String(id) } }], answer);
  return answer.details;
}

/** Saves the page as it is typed; what is wrong stands at its fields, and what was good stays saved. */
export function useSavedPage(
  id: number,
  form: Form<BioValues>,
  isHeld: boolean,
): { draft: BioDraft; state: SaveState; warning: string | undefined } {
  const [warning, setWarning] = useState<string>();
  const draft = toDraft(form.values);
  const state = useAutosave(draft, {
    keyOf,
    isHeld,
    async save(one) {
      try {
        const answer = await send('PUT /api/bio/:id/update', { params: { id }, body: one.body });
        const saved = await readAgain(id);
        form.set(({ blocks }) => ({ blocks: withIds(blocks, one, saved) }));
        form.fail(undefined);
        setWarning(answer.warning);
        void refresh('GET /api/bio');
      } catch (error) {
        const named = byKeys(error, one);
        form.fail(named);
        throw named;
      }
    },
  });
  return { draft, state, warning };
}
