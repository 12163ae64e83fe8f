import type { AnswerOf } from '../lib/api.ts';
import { useTexts } from '../lib/texts.ts';

type AuditRow = AnswerOf<'GET /api/audit'>['data']['audit'][number];

/** Who made a change, as the API says it. */
export type RecordedActor = AuditRow['actor'];

/** The fields that a change wrote. */
export type RecordedChanges = AuditRow['changes'];

const MAX_SHOWN = 300;

/** The user who made a change, and through what. */
export function ActorName({ actor }: { actor: RecordedActor }) {
  const t = useTexts('audit');
  const { kind, name, username } = actor;
  const user = username ?? (kind === 'session' ? name : null);
  const through = kind === 'session' || (kind === 'import' && user !== null) ? null : name;
  return (
    <span className="cut">
      <b>{user ?? t.kinds[kind]}</b>
      {kind !== 'session' && user !== null && <span className="quiet"> · {t.kinds[kind]}</span>}
      {through && <span className="quiet"> · {through}</span>}
    </span>
  );
}

/** The name of a field in the reader's language; fields without one keep the name of the API. */
export function useFieldName(): (field: string) => string {
  const names: Record<string, string> = useTexts('audit').fields;
  return (field) => names[field] ?? field;
}

function isFlat(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one !== 'object');
}

/** A list as text; an entry such as `{location, link}` becomes "France: https://…". */
function writeList(list: unknown[]): string {
  if (list.every((item) => typeof item !== 'object')) return list.join(', ');
  if (list.every(isFlat)) return list.map((item) => Object.values(item).join(': ')).join('; ');
  return JSON.stringify(list);
}

function writeValue(value: unknown): string {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? writeList(value) : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function Value({ value, isFormer = false }: { value: unknown; isFormer?: boolean }) {
  const t = useTexts('audit');
  if (isNothing(value)) return <span className="quiet">{t.nothing}</span>;
  const text = typeof value === 'boolean' ? (value ? t.yes : t.no) : writeValue(value);
  return isFormer ? <del>{text}</del> : text;
}

/** Every changed field with its values before and after. */
export function ChangeList({ changes, isCreation = false }: { changes: RecordedChanges; isCreation?: boolean }) {
  const t = useTexts('audit');
  const nameOf = useFieldName();
  return (
    <dl className="changes">
      {Object.entries(changes).map(([field, change]) => (
        <div key={field}>
          <dt>{nameOf(field)}</dt>
          <dd>
            {!isCreation && (
              <>
                <span className="unseen">{t.before} </span>
                <Value value={change.old} isFormer />
                <span aria-hidden> → </span>
              </>
            )}
            {!isCreation && <span className="unseen">{t.after} </span>}
            <Value value={change.new} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
