import { useEffect, useRef, useState } from 'react';
import { type AnswerOf, send } from '../../lib/api.ts';
import { atField } from '../../lib/api-error.ts';
import type { SaveState } from '../../lib/autosave.ts';
import { queryClient, refresh } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useAutosave } from '../../lib/use-autosave.ts';
import type { FormState } from '../../lib/use-form.ts';
import {
  type BioDetails,
  type BioDraft,
  type BioValues,
  changesOf,
  keyOfDraft,
  nameErrorsByKey,
  serverChangesOf,
  toDraft,
  withIds,
} from './bio-form.ts';

/** Refetches a page, because its blocks may have new ids and its slug may have changed. */
async function refetch(id: number): Promise<BioDetails> {
  const answer: AnswerOf<'GET /api/bio/:id'> = await send('GET /api/bio/:id', { params: { id } });
  const queryKey = ['GET /api/bio/:id', { params: { id: String(id) } }];
  // A request that is still running may return older data.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, answer);
  return answer.details;
}

/** Saves changes as the user types and merges what another tab saved; errors appear at their fields, and valid parts stay saved. */
export function useSavedPage(
  page: BioDetails,
  form: FormState<BioValues>,
  isHeld: boolean,
): { draft: BioDraft; state: SaveState; warning: string | undefined } {
  const { id } = page;
  const t = useTexts('bio');
  const [warning, setWarning] = useState<string>();
  const draft = toDraft(form.values);
  const saved = useRef(draft);
  const known = useRef(page);
  const { state, accept } = useAutosave(draft, {
    keyOf: keyOfDraft,
    isHeld,
    async save(one) {
      try {
        const body = changesOf(saved.current, one);
        const answer = await send('PUT /api/bio/:id/update', { params: { id }, body });
        const read = await refetch(id);
        if (body.blocks) form.set(({ blocks }) => ({ blocks: withIds(blocks, one, read) }));
        form.fail(undefined);
        setWarning(answer.warning);
        saved.current = one;
        // The server's normalized form of what was sent is not a change by another tab.
        const sent = Object.keys(body).map((name) => [name, read[name as keyof BioDetails]]);
        known.current = { ...known.current, ...Object.fromEntries(sent) };
        void refresh('GET /api/bio');
      } catch (error) {
        const named = nameErrorsByKey(atField(error, 'slug_taken', 'slug', t.slugTaken), one);
        form.fail(named);
        throw named;
      }
    },
  });

  const isAllSaved = state.kind === 'saved' && keyOfDraft(draft) === keyOfDraft(saved.current);
  useEffect(() => {
    if (!isAllSaved || known.current === page) return;
    const changes = serverChangesOf(known.current, page, form.values);
    known.current = page;
    if (Object.keys(changes).length === 0) return;
    saved.current = toDraft({ ...form.values, ...changes });
    accept(saved.current);
    form.set(changes);
  });
  useEffect(() => {
    if (!isAllSaved) return;
    const read = () => void refresh('GET /api/bio/:id');
    addEventListener('focus', read);
    return () => removeEventListener('focus', read);
  }, [isAllSaved]);
  return { draft, state, warning };
}
