import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { Menu } from '../../ui/menu.tsx';
import { useReorder } from '../../ui/use-reorder.ts';
import type { BioValues } from './bio-form.ts';
import { BlockCard } from './block-card.tsx';
import {
  BLOCK_ICONS,
  BLOCK_TYPES,
  type BlockType,
  type BlockValues,
  fieldsOf,
  nameOf,
  newBlock,
  summaryOf,
} from './blocks.ts';

interface Props {
  form: FormState<BioValues>;
  /** Called with 1 while saving must wait because a change may be undone, then with -1. */
  onHold(by: 1 | -1): void;
}

/** The blocks in order; a moved or added block keeps the focus and is announced. */
export function BlocksField({ form, onHold }: Props) {
  const t = useTexts('bio');
  const { blocks } = form.values;
  const box = useRef<HTMLDivElement>(null);
  const toFocus = useRef<string>(undefined);
  const order = useReorder({
    keys: blocks.map(({ key }) => key),
    nameOf: (index) => nameOf(blocks[index] as BlockValues, t.types),
    onMove(from, to) {
      const moved = blocks[from];
      if (moved) form.set({ blocks: blocks.toSpliced(from, 1).toSpliced(to, 0, moved) });
    },
  });

  useEffect(() => {
    if (toFocus.current === undefined) return;
    box.current?.querySelector<HTMLElement>(toFocus.current)?.focus();
    toFocus.current = undefined;
  });

  function add(type: BlockType): void {
    const block = newBlock(type);
    form.set({ blocks: [...blocks, block] });
    const part = fieldsOf(type).length > 0 ? '.bio-fields :is(input, select, textarea)' : '.handle';
    toFocus.current = `[data-key="${block.key}"] ${part}`;
  }

  function remove(index: number): void {
    const block = blocks[index];
    if (!block) return;
    form.set({ blocks: blocks.toSpliced(index, 1) });
    const next = blocks[index + 1] ?? blocks[index - 1];
    toFocus.current = next ? `[data-key="${next.key}"] .handle` : '.bio-add';
    // Deleting a block deletes its clicks, so it is removed only once undo is no longer possible.
    onHold(1);
    function undo(): void {
      if (block) form.set(({ blocks: now }) => ({ blocks: now.toSpliced(index, 0, block) }));
      onHold(-1);
    }
    showToast(t.removed({ name: summaryOf(block) || t.types[block.type] }), {
      action: { name: t.undo, run: undo },
      onEnd: () => onHold(-1),
    });
  }

  const problem = form.errorOf('blocks');
  return (
    <div ref={box} className="stack">
      {blocks.length === 0 && <p className="hint">{t.noBlocks}</p>}
      {blocks.length > 0 && (
        <ol className="bio-blocks" aria-label={t.blocks}>
          {blocks.map(({ key }, index) => (
            <BlockCard key={key} form={form} index={index} order={order} onRemove={() => remove(index)} />
          ))}
        </ol>
      )}
      {problem && <p className="problem">{problem}</p>}
      <div>
        <Menu
          className="button plain bio-add"
          label={t.addBlock}
          edge="start"
          items={BLOCK_TYPES.map((type) => ({ name: t.types[type], icon: BLOCK_ICONS[type], run: () => add(type) }))}
        >
          <Plus size={16} aria-hidden />
          {t.addBlock}
        </Menu>
      </div>
      <p className="unseen" id={order.hint.id}>
        {order.hint.text}
      </p>
      <p className="unseen" role="status">
        {order.announcement}
      </p>
    </div>
  );
}
