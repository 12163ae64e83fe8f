import { type ReactNode, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';

/** One bar: a link, a button, or plain text. */
export interface Bar {
  key: string;
  name: string;
  count: number;
  to?: string;
  isOn?: boolean;
  onChoose?(): void;
}

interface BarsProps {
  title: string;
  /** The accessible heading of the bars' column. */
  head: string;
  bars: Bar[];
  total?: number;
}

const FIRST = 8;

function NameOf({ bar }: { bar: Bar }): ReactNode {
  const t = useTexts('charts');
  if (bar.to) {
    return (
      <Link className="cut" to={bar.to} title={bar.name}>
        {bar.name}
      </Link>
    );
  }
  if (!bar.onChoose) {
    return (
      <span className="cut" title={bar.name}>
        {bar.name}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="cut"
      title={t.showOnly({ name: bar.name })}
      aria-pressed={bar.isOn}
      onClick={bar.onChoose}
    >
      {bar.name}
    </button>
  );
}

/** Bars, largest first, which are also a table; with a `total`, each shows its share. */
export function BarTable({
  title,
  head,
  bars,
  total,
  onPoint,
}: BarsProps & { onPoint?(key: string | undefined): void }) {
  const t = useTexts('charts');
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  const shown = isWhole ? bars : bars.slice(0, FIRST);
  if (bars.length === 0) return <p className="quiet">{t.noData}</p>;
  return (
    <>
      <table>
        <caption className="unseen">{title}</caption>
        <colgroup>
          <col />
          <col className="charts-count" />
          {total !== undefined && <col className="charts-share" />}
        </colgroup>
        <thead className="unseen">
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t.count}</th>
            {total !== undefined && <th scope="col">{t.share}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((bar) => (
            <tr
              key={bar.key}
              className={bar.isOn ? 'is-on' : ''}
              onPointerEnter={() => onPoint?.(bar.key)}
              onPointerLeave={() => onPoint?.(undefined)}
              onFocus={() => onPoint?.(bar.key)}
              onBlur={() => onPoint?.(undefined)}
            >
              <th scope="row">
                <span className="charts-bar" style={{ width: `${(bar.count / largest) * 100}%` }} />
                <NameOf bar={bar} />
              </th>
              <td>{format.number(bar.count)}</td>
              {total !== undefined && <td className="quiet">{format.share(bar.count, total)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {bars.length > FIRST && (
        <button type="button" className="charts-whole" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t.showFewer : t.showAll({ count: bars.length })}
        </button>
      )}
    </>
  );
}

/** Bars in a card. */
export function BarList(props: BarsProps) {
  return (
    <section className="card charts-bars">
      <h2>{props.title}</h2>
      <BarTable {...props} />
    </section>
  );
}
