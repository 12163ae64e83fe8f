import { ArrowDown, ArrowUp, ChevronRight, GripVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps, FormState } from '../../lib/use-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { useReorder } from '../../ui/use-reorder.ts';
import type { BioValues } from './bio-form.ts';
import { BlockInput } from './block-input.tsx';
import {
  BLOCK_ICONS,
  type BlockField,
  type BlockValues,
  fieldsOf,
  isLinkBlock,
  isUnfinished,
  nameOf,
  summaryOf,
} from './blocks.ts';
import type { PickedLink } from './link-picker.tsx';

const MAX_TITLE = 120;

interface Props {
  form: FormState<BioValues>;
  index: number;
  order: ReturnType<typeof useReorder>;
  onRemove(): void;
}

/** One block: its type, clicks, position, and its fields when it is open. */
export function BlockCard({ form, index, order, onRemove }: Props) {
  const t = useTexts('bio');
  const ui = useTexts('ui');
  const { blocks } = form.values;
  const block = blocks[index] as BlockValues;
  const fields = fieldsOf(block.type);
  const [isChosen, setChosen] = useState(block.id === undefined);
  const hasProblem = fields.some(({ name }) => form.errorOf(`blocks.${block.key}.${name}`) !== undefined);
  const isOpen = fields.length > 0 && (isChosen || hasProblem);
  const Icon = BLOCK_ICONS[block.type];
  const name = nameOf(block, t.types);
  const look = order.styleOf(index);
  const lead = (
    <>
      <Icon size={16} aria-hidden />
      <span className="bio-kind">{t.types[block.type]}</span>
      <span className="cut quiet">{summaryOf(block)}</span>
    </>
  );

  function setFields(changes: BlockValues['fields']): void {
    form.set({
      blocks: blocks.map((other, at) => (at === index ? { ...other, fields: { ...other.fields, ...changes } } : other)),
    });
  }

  function pick({ shorturl, title }: PickedLink): void {
    const lacksTitle = !block.fields.title && fields.some(({ name: part }) => part === 'title');
    setFields({ url: shorturl, ...(lacksTitle && { title: title.slice(0, MAX_TITLE) }) });
  }

  function fieldOf(part: BlockField): FieldProps<string> {
    const field = `blocks.${block.key}.${part}`;
    return {
      name: field,
      value: block.fields[part] ?? '',
      onChange: (value) => setFields({ [part]: value }),
      error: form.errorOf(field),
    };
  }

  return (
    <li className={`bio-block ${look.className}`} style={look.style} data-key={block.key}>
      <div className="bio-block-head">
        <IconButton {...order.handleOf(index)} label={ui.reorder({ name })} icon={GripVertical} className="handle" />
        {fields.length > 0 ? (
          <button type="button" className="bio-toggle" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
            <ChevronRight className="bio-arrow" size={16} aria-hidden />
            {lead}
          </button>
        ) : (
          <span className="bio-toggle">{lead}</span>
        )}
        {isUnfinished(block) && <Badge tone="caution">{t.incomplete}</Badge>}
        {block.id !== undefined && isLinkBlock(block) && (
          <span className="bio-clicks quiet number">{t.clicks({ count: block.clicks })}</span>
        )}
        <Menu
          label={t.actionsOf({ name })}
          items={[
            { name: t.up, icon: ArrowUp, run: () => order.move(index, index - 1) },
            { name: t.down, icon: ArrowDown, run: () => order.move(index, index + 1) },
            { name: t.removeBlock, icon: Trash2, isDanger: true, run: onRemove },
          ]}
        />
      </div>
      {isOpen && (
        <div className="stack bio-fields">
          {fields.map(({ name: part, isOptional }) => (
            <BlockInput
              key={part}
              field={fieldOf(part)}
              block={block}
              part={part}
              isOptional={isOptional}
              onPick={pick}
            />
          ))}
        </div>
      )}
    </li>
  );
}
