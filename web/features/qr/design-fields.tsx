import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { Section } from '../../ui/section.tsx';
import { partOf, type QrValues } from './qr-form.ts';

function toOptions(words: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

function FrameAndLogo({ form }: { form: FormState<QrValues> }) {
  const t = useTexts('qr');
  const caption = partOf(form, 'frame', 'caption');
  const logo = form.field('logo');
  const isUpload = /^\d+$/.test(logo.value);
  return (
    <>
      <TextField
        {...caption}
        error={caption.error ?? form.errorOf('frame')}
        label={t.caption}
        hint={t.captionHint}
        maxLength={60}
        isOptional
      />
      {caption.value !== '' && (
        <SelectField {...partOf(form, 'frame', 'style')} label={t.frameStyle} options={toOptions(t.frameStyles)} />
      )}
      <PictureField {...logo} value={isUpload ? logo.value : ''} label={t.logo} isOptional />
      {!isUpload && (
        <TextField
          {...logo}
          error={undefined}
          label={t.logoUrl}
          hint={t.logoUrlHint}
          inputMode="url"
          placeholder="https://"
          isOptional
        />
      )}
    </>
  );
}

function Measures({ form }: { form: FormState<QrValues> }) {
  const t = useTexts('qr');
  const { auto, ...levels } = t.eccs;
  return (
    <>
      <div className="qr-pair">
        <TextField
          {...form.field('margin')}
          label={t.margin}
          hint={t.marginHint}
          type="number"
          min={1}
          max={10}
          placeholder="4"
        />
        <TextField
          {...form.field('size')}
          label={t.size}
          hint={t.sizeHint}
          type="number"
          min={64}
          max={4096}
          placeholder="512"
        />
      </div>
      <SelectField
        {...form.field('ecc')}
        label={t.ecc}
        hint={t.eccHint}
        options={[{ value: '', label: auto }, ...toOptions(levels)]}
      />
    </>
  );
}

/** The design fields. */
export function DesignFields({ form }: { form: FormState<QrValues> }) {
  const t = useTexts('qr');
  const gradient = partOf(form, 'gradient', 'to');
  const { values } = form;
  // Removing the logo must not close its section.
  const [hadLogo] = useState(values.logo !== '');
  return (
    <div>
      <Section title={t.shapeAndColors} isOpen>
        <div className="qr-pair">
          <SelectField {...form.field('style')} label={t.style} options={toOptions(t.styles)} />
          <SelectField {...form.field('eye_style')} label={t.eyes} options={toOptions(t.eyeStyles)} />
          <ColorField {...form.field('foreground')} label={t.foreground} fallback="#000000" />
          <ColorField {...form.field('background')} label={t.background} fallback="#ffffff" />
          <ColorField
            {...gradient}
            error={gradient.error ?? form.errorOf('gradient')}
            label={t.gradient}
            hint={t.gradientHint}
            isOptional
          />
          {gradient.value !== '' && (
            <TextField
              {...partOf(form, 'gradient', 'angle')}
              label={t.angle}
              type="number"
              min={0}
              max={360}
              placeholder="45"
            />
          )}
        </div>
      </Section>
      <Section title={t.frame} summary={values.frame.caption} isOpen={hadLogo}>
        <FrameAndLogo form={form} />
      </Section>
      <Section title={t.sizeAndCorrection}>
        <Measures form={form} />
      </Section>
    </div>
  );
}
