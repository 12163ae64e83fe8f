import { type FormEvent, useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { type ChosenColumns, type ColumnFieldName, columnFields, guessColumns, toColumns } from './column-choices.ts';
import { PhaseTitle } from './phase-title.tsx';

const MAX_NAME = 60;

interface Props {
  /** The header and the first rows. */
  rows: string[][];
  /** The choices so far; without them, the recognized columns. */
  chosen: ChosenColumns | undefined;
  /** `columns` is the value for a request. */
  onContinue(chosen: ChosenColumns, columns: string): void;
  onLeave(): void;
}

function FirstRows({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  const t = useTexts('import').columnStep;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it too.
    <section className="import-rows" aria-label={t.firstRows} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name.
              <th key={index} scope="col">
                {name.trim() || t.nameless({ number: index + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and do not change.
            <tr key={row}>
              {head.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                <td key={index}>{cells[index] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Shows the first rows of a CSV file, and asks which column is what. */
export function ColumnStep({ rows, chosen: given, onContinue, onLeave }: Props) {
  const t = useTexts('import');
  const [head = []] = rows;
  const [chosen, setChosen] = useState<ChosenColumns>(() => given ?? guessColumns(head));
  const options = [
    { value: '', label: t.columnStep.none },
    ...head.map((name, index) => ({
      value: String(index),
      label: name.trim().slice(0, MAX_NAME) || t.columnStep.nameless({ number: index + 1 }),
    })),
  ];

  function choose(name: ColumnFieldName, value: string): void {
    const { [name]: _, ...others } = chosen;
    setChosen(value === '' ? others : { ...others, [name]: Number(value) });
  }

  return (
    <form
      className="card stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (chosen.url !== undefined) onContinue(chosen, toColumns(chosen, rows));
      }}
    >
      <div>
        <PhaseTitle>{t.columnStep.title}</PhaseTitle>
        <p className="quiet">{t.columnStep.text}</p>
      </div>
      <FirstRows rows={rows} />
      <div className="import-options">
        {columnFields.map(({ name, field }) => (
          <SelectField
            key={name}
            name={name}
            label={name === 'url' || name === 'alias' ? t.columnStep[name] : t.fields[field as keyof typeof t.fields]}
            hint={name === 'url' ? t.columnStep.urlHint : undefined}
            isOptional={name !== 'url'}
            error={undefined}
            value={chosen[name] === undefined ? '' : String(chosen[name])}
            onChange={(value: string) => choose(name, value)}
            options={options}
          />
        ))}
      </div>
      <div className="form-buttons">
        <Button onClick={onLeave}>{t.other}</Button>
        <Button kind="primary" type="submit" disabled={chosen.url === undefined}>
          {t.columnStep.next}
        </Button>
      </div>
    </form>
  );
}
