import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import type { Form } from '../../lib/use-form.ts';
import { Menu } from '../../ui/menu.tsx';
import { bioTexts } from './bio.texts.ts';
import type { BioValues } from './bio-form.ts';
import { BlockCard } from './block-card.tsx';
import { BLOCK_ICONS, BLOCK_TYPES, type BlockType, type BlockValues, fieldsOf, newBlock, summaryOf } from './blocks.ts';

/** The blocks in their order; what was moved or added keeps the focus, and is told to those who do not see it. */
export function BlocksField({ form }: { form: Form<BioValues> }) {
  const t = useTexts(bioTexts);
  const { blocks } = form.values;
  const [said, setSaid] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const toFocus = useRef<string>(undefined);
  const latest = useRef(blocks);
  latest.current = blocks;

  useEffect(() => {
    if (toFocus.current === undefined) return;
    box.current?.querySelector<HTMLElement>(toFocus.current)?.focus();
    toFocus.current = undefined;
  });

  function set(next: BlockValues[]): void {
    form.set({ blocks: next });
  }

  function add(type: BlockType): void {
    const block = newBlock(type);
    set([...blocks, block]);
    const fields = fieldsOf(type).length > 0 ? '.bio-fields :is(input, select, textarea)' : '[data-move]';
    toFocus.current = `[data-key="${block.key}"] ${fields}`;
  }

  function move(index: number, by: 1 | -1): void {
    const block = blocks[index];
    const to = index + by;
    if (!block || to < 0 || to >= blocks.length) return;
    set(blocks.toSpliced(index, 1).toSpliced(to, 0, block));
    setSaid(t.moved(t.types[block.type], to + 1, blocks.length));
    toFocus.current = `[data-key="${block.key}"] [data-move="${by}"]`;
  }

  function remove(index: number): void {
    const block = blocks[index];
    if (!block) return;
    set(blocks.toSpliced(index, 1));
    const next = blocks[index + 1] ?? blocks[index - 1];
    toFocus.current = next ? `[data-key="${next.key}"] :is(.bio-toggle, [data-move])` : '.bio-add';
    showToast(t.removed(summaryOf(block) || t.types[block.type]), {
      action: { name: t.undo, run: () => set(latest.current.toSpliced(index, 0, block)) },
    });
  }

  const problem = form.errorOf('blocks');
  return (
    <div ref={box} className="stack">
      {blocks.length === 0 && <p className="hint">{t.noBlocks}</p>}
      {blocks.length > 0 && (
        <ol className="bio-blocks" aria-label={t.blocks}>
          {blocks.map(({ key }, index) => (
            <BlockCard
              key={key}
              form={form}
              index={index}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {problem && <p className="problem">{problem}</p>}
      <div>
        <Menu
          className="button plain bio-add"
          label={t.addBlock}
          items={BLOCK_TYPES.map((type) => ({ name: t.types[type], icon: BLOCK_ICONS[type], run: () => add(type) }))}
        >
          <Plus size={16} aria-hidden />
          {t.addBlock}
        </Menu>
      </div>
      <p className="unseen" role="status">
        {said}
      </p>
    </div>
  );
}
