import { FileUp } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { checkFile, type FileProblem } from './import-run.ts';

const COLUMNS = [
  'url',
  'alias',
  'title',
  'description',
  'tags',
  'created',
  'clicks',
  'expiry',
  'password',
  'domain',
  'status',
];

/** A drop area for a file, with a button to select one. */
export function ChooseFile() {
  const t = useTexts('import');
  const id = useId();
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<FileProblem>();

  async function take(file: File | undefined): Promise<void> {
    setOver(false);
    setProblem(undefined);
    if (file) setProblem(await checkFile(file));
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without dropping.
    <section
      className={`import-drop ${isOver ? 'is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <FileUp className="empty-icon" size={20} aria-hidden />
      <h2>{t.chooseTitle}</h2>
      <p className="quiet">{t.chooseText}</p>
      <div className="import-choose">
        <input
          id={id}
          className="unseen"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-describedby={problem && `${id}-problem`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = '';
            void take(file);
          }}
        />
        <label className="button primary" htmlFor={id}>
          {t.choose}
        </label>
        <span className="quiet import-or">{t.drop}</span>
      </div>
      {problem && (
        <p className="problem" role="alert" id={`${id}-problem`}>
          {t.problems[problem]}
        </p>
      )}
      <p className="hint">
        {t.columns} <code>{COLUMNS.join(', ')}</code>. {t.otherColumns}
      </p>
    </section>
  );
}
