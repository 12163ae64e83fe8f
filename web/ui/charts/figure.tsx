import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';

/** The change from the previous period. */
function Change({ value, before, isNeutral }: { value: number; before: number; isNeutral: boolean }): ReactNode {
  const t = useTexts('charts');
  const format = useFormat();
  // A change that rounds to zero is not shown in color.
  if (Math.abs(value - before) < before / 200 || before === value) return <span className="quiet">{t.noChange}</span>;
  const isMore = value > before;
  const Icon = isMore ? ArrowUpRight : ArrowDownRight;
  const percent = before === 0 ? t.isNew : format.percent(Math.abs(value - before) / before);
  const sign = isMore ? '+' : '−';
  return (
    <span
      className={`charts-change ${isNeutral ? 'quiet' : isMore ? 'is-more' : 'is-less'}`}
      title={before === 0 ? undefined : t.change({ percent: `${sign}${percent}` })}
    >
      <Icon size={14} aria-hidden />
      <span className="unseen">{before === 0 ? '' : sign}</span>
      {percent}
    </span>
  );
}

/** A number with its label and its change from the previous period; it can select the series below. */
export function Figure({
  name,
  value,
  before,
  isNeutral = false,
  isOn,
  onChoose,
}: {
  name: string;
  /** A number, or text instead of it. */
  value: number | ReactNode;
  before?: number;
  /** An increase is neither good nor bad. */
  isNeutral?: boolean;
  isOn?: boolean;
  onChoose?(): void;
}) {
  const format = useFormat();
  return (
    <div className={`card charts-figure ${isOn ? 'is-on' : ''}`}>
      <dt>
        {onChoose ? (
          <button type="button" aria-pressed={isOn} onClick={onChoose}>
            {name}
          </button>
        ) : (
          name
        )}
      </dt>
      <dd>
        <span className="charts-value">{typeof value === 'number' ? format.number(value) : value}</span>
        {typeof value === 'number' && before !== undefined && (value > 0 || before > 0) && (
          <Change value={value} before={before} isNeutral={isNeutral} />
        )}
      </dd>
    </div>
  );
}
