import { expect, test } from 'bun:test';
import { allJson, listsCsv, type Shown, seriesCsv } from './export.ts';

function shown(interval: string): Shown {
  const point = (date: string, clicks: number) => ({ date, clicks, unique: 1, bots: 0 });
  const stats = { interval: 'day', series: [point('2026-11-17', 5)], top: { country: { Germany: 3, France: 2 } } };
  const before = { interval, series: [point('2026-11-16', 4)] };
  return { stats, before, filters: {} } as unknown as Shown;
}

test('each point is beside the corresponding point of the previous period', () => {
  const [head, row] = seriesCsv(shown('day')).split('\r\n');
  expect(head).toBe('date,clicks,unique,bots,before_date,before_clicks,before_unique,before_bots');
  expect(row).toBe('2026-11-17,5,1,0,2026-11-16,4,1,0');
});

test('a previous period with another interval is left out', () => {
  expect(seriesCsv(shown('hour')).split('\r\n').slice(0, 2)).toEqual(['date,clicks,unique,bots', '2026-11-17,5,1,0']);
});

test('lists become rows with their dimension', () => {
  expect(listsCsv(shown('day')).split('\r\n').slice(0, 3)).toEqual([
    'by,name,count',
    'country,Germany,3',
    'country,France,2',
  ]);
});

test('a missing previous period is null in JSON', () => {
  expect(JSON.parse(allJson({ ...shown('day'), before: undefined })).before).toBeNull();
});
