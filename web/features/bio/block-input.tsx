import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { type BlockField, type BlockType, type BlockValues, NETWORKS } from './blocks.ts';
import { LinkPicker, type PickedLink } from './link-picker.tsx';

const networkOptions = Object.entries(NETWORKS).map(([value, label]) => ({ value, label }));

const KEYBOARDS: Partial<Record<BlockField, 'url' | 'email' | 'tel'>> = { url: 'url', email: 'email', phone: 'tel' };

/** The blocks that may lead to a short link; social profiles and videos are on other sites. */
const CAN_BE_SHORT_LINKS: BlockType[] = ['link', 'picture', 'qr'];

interface InputProps {
  field: FieldProps<string>;
  block: BlockValues;
  part: BlockField;
  isOptional: boolean;
  /** Called when the user chose a short link instead of typing a URL. */
  onPick(link: PickedLink): void;
}

/** A URL: typed, or one of the user's short links. */
function UrlInput({ field, block, isOptional, onPick }: InputProps) {
  const t = useTexts('bio');
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="stack bio-url">
      <TextField
        {...field}
        label={t.fields.url}
        isOptional={isOptional}
        inputMode="url"
        placeholder="https://"
        hint={block.type === 'qr' ? t.codeHint : undefined}
      />
      {CAN_BE_SHORT_LINKS.includes(block.type) && (
        <div>
          <Button icon={Link2} onClick={() => setPicking(true)}>
            {t.pickLink}
          </Button>
        </div>
      )}
      {isPicking && (
        <LinkPicker
          onPick={(link) => {
            onPick(link);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}

/** The input for one field of a block. */
export function BlockInput(props: InputProps) {
  const { field, block, part, isOptional } = props;
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
      return <UrlInput {...props} />;
    default:
      return <TextField {...field} label={label} isOptional={isOptional} inputMode={KEYBOARDS[part]} />;
  }
}
