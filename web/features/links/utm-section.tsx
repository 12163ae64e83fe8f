import { BookmarkPlus, Settings2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { type UtmValues, utmNames } from '../../../src/lib/utm-names.ts';
import { useList } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import type { LinkValues } from './link-form.ts';
import { ResultingUrl, UtmFields } from './utm-fields.tsx';
import { applyTemplate, hasTemplate, utmValuesOf } from './utm-template.ts';
import { UtmTemplateDialog, UtmTemplatesDialog } from './utm-template-dialog.tsx';

/** The UTM parameters of a link and the templates that fill them in. */
interface UtmParts {
  /** The fields, for inside the form of the link. */
  fields: ReactNode;
  /** The open dialog, for beside that form: the events of a form reach every form around it. */
  dialog: ReactNode;
}

/** The UTM fields of a link with a choice of templates, and the dialogs that save and manage templates. */
export function useUtmSection(form: FormState<LinkValues>): UtmParts {
  const t = useTexts('link-utm');
  const { rows } = useList('GET /api/utm-templates', {}, 1000);
  const [applied, setApplied] = useState<UtmValues & { id: number }>();
  const [open, setOpen] = useState<'save' | 'manage'>();
  const { parameters, url } = form.values;
  const values = utmValuesOf(parameters);
  const isApplied = applied !== undefined && hasTemplate(parameters, applied);
  const isEmpty = utmNames.every((name) => values[name] === '');
  const close = () => setOpen(undefined);

  function choose(id: string): void {
    const template = rows.find((row) => String(row.id) === id);
    form.set({ parameters: applyTemplate(parameters, template, applied) });
    setApplied(template);
  }

  const byName = rows.toSorted((left, right) => left.name.localeCompare(right.name));
  const fields = (
    <>
      {rows.length > 0 && (
        <SelectField
          name="utm-template"
          label={t.template}
          error={undefined}
          value={isApplied ? String(applied.id) : ''}
          onChange={choose}
          options={[
            { value: '', label: t.noTemplate },
            ...byName.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      <UtmFields form={form} />
      <div className="line wraps">
        {!isEmpty && !isApplied && (
          <Button icon={BookmarkPlus} onClick={() => setOpen('save')}>
            {t.saveAsTemplate}
          </Button>
        )}
        <Button kind="quiet" icon={Settings2} onClick={() => setOpen('manage')}>
          {t.manageTemplates}
        </Button>
      </div>
      <ResultingUrl url={url} parameters={parameters} />
    </>
  );
  // Outside the sheet, whose styles are for its own form.
  const dialog = createPortal(
    <>
      {open === 'save' && <UtmTemplateDialog values={values} onSaved={setApplied} onClose={close} />}
      {open === 'manage' && <UtmTemplatesDialog onClose={close} />}
    </>,
    document.body,
  );
  return { fields, dialog };
}
