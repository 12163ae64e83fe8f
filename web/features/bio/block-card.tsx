import { ArrowDown, ArrowUp, ChevronRight, GripVertical, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps, FormState } from '../../lib/use-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import type { useReorder } from '../../ui/use-reorder.ts';
import type { BioValues } from './bio-form.ts';
import {
  BLOCK_ICONS,
  type BlockField,
  type BlockValues,
  fieldsOf,
  isLinkBlock,
  isUnfinished,
  NETWORKS,
  nameOf,
  summaryOf,
} from './blocks.ts';

const networkOptions = Object.entries(NETWORKS).map(([value, label]) => ({ value, label }));

const KEYBOARDS: Partial<Record<BlockField, 'url' | 'email' | 'tel'>> = { url: 'url', email: 'email', phone: 'tel' };

interface InputProps {
  field: FieldProps<string>;
  block: BlockValues;
  part: BlockField;
  isOptional: boolean;
}

function BlockInput({ field, block, part, isOptional }: InputProps) {
  const t = useTexts('bio');
  const label = t.fields[part];
  switch (part) {
    case 'featured':
      return (
        <SwitchField
          {...field}
          label={label}
          value={field.value === 'true'}
          onChange={(isOn) => field.onChange(String(isOn))}
        />
      );
    case 'network':
      return <SelectField {...field} label={label} options={networkOptions} />;
    case 'picture':
      return <PictureField {...field} label={label} isOptional={isOptional} />;
    case 'text':
      if (block.type === 'text') return <TextAreaField {...field} label={label} rows={4} maxLength={2000} />;
      return <TextField {...field} label={label} maxLength={120} />;
    case 'url':
      return (
        <TextField
          {...field}
          label={label}
          isOptional={isOptional}
          inputMode="url"
          placeholder="https://"
          hint={block.type === 'qr' ? t.codeHint : undefined}
        />
      );
    default:
      return <TextField {...field} label={label} isOptional={isOptional} inputMode={KEYBOARDS[part]} />;
  }
}

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

  function fieldOf(part: BlockField): FieldProps<string> {
    const set = (value: string) =>
      blocks.map((other, at) => (at === index ? { ...other, fields: { ...other.fields, [part]: value } } : other));
    const field = `blocks.${block.key}.${part}`;
    return {
      name: field,
      value: block.fields[part] ?? '',
      onChange: (value) => form.set({ blocks: set(value) }),
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
            <BlockInput key={part} field={fieldOf(part)} block={block} part={part} isOptional={isOptional} />
          ))}
        </div>
      )}
    </li>
  );
}
