import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps, Form } from '../../lib/use-form.ts';
import { IconButton } from '../../ui/button.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { bioTexts } from './bio.texts.ts';
import type { BioValues } from './bio-form.ts';
import { BLOCK_ICONS, type BlockField, type BlockValues, fieldsOf, isFollowed, NETWORKS, summaryOf } from './blocks.ts';

const networkOptions = Object.entries(NETWORKS).map(([value, label]) => ({ value, label }));

const KEYBOARDS: Partial<Record<BlockField, 'url' | 'email' | 'tel'>> = { url: 'url', email: 'email', phone: 'tel' };

interface InputProps {
  field: FieldProps<string>;
  block: BlockValues;
  part: BlockField;
  isOptional: boolean;
}

function BlockInput({ field, block, part, isOptional }: InputProps) {
  const t = useTexts(bioTexts);
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
  form: Form<BioValues>;
  index: number;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

/** One block: what it is, how often it was followed, where it stands, and its fields when it is open. */
export function BlockCard({ form, index, onMove, onRemove }: Props) {
  const t = useTexts(bioTexts);
  const format = useFormat();
  const { blocks } = form.values;
  const block = blocks[index] as BlockValues;
  const fields = fieldsOf(block.type);
  const [isChosen, setChosen] = useState(block.id === undefined);
  const hasProblem = fields.some(({ name }) => form.errorOf(`blocks.${index}.${name}`) !== undefined);
  const isOpen = fields.length > 0 && (isChosen || hasProblem);
  const Icon = BLOCK_ICONS[block.type];
  const name = [t.types[block.type], summaryOf(block)].filter(Boolean).join(': ');
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
    return {
      name: `blocks.${index}.${part}`,
      value: block.fields[part] ?? '',
      onChange: (value) => form.set({ blocks: set(value) }),
      error: form.errorOf(`blocks.${index}.${part}`),
    };
  }

  return (
    <li className="bio-block" data-key={block.key}>
      <div className="bio-block-head">
        {fields.length > 0 ? (
          <button type="button" className="bio-toggle" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
            <ChevronRight className="bio-arrow" size={16} aria-hidden />
            {lead}
          </button>
        ) : (
          <span className="bio-toggle">{lead}</span>
        )}
        {block.id !== undefined && isFollowed(block) && (
          <span className="bio-clicks quiet number">{t.clicks(block.clicks, format.number(block.clicks))}</span>
        )}
        <IconButton
          label={t.up(name)}
          icon={ArrowUp}
          data-move="-1"
          aria-disabled={index === 0 || undefined}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={t.down(name)}
          icon={ArrowDown}
          data-move="1"
          aria-disabled={index === blocks.length - 1 || undefined}
          onClick={() => onMove(1)}
        />
        <IconButton label={t.removeBlock(name)} icon={Trash2} onClick={onRemove} />
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
