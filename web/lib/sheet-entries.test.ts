import { expect, test } from 'bun:test';
import { createSheetEntries } from './sheet-entries.ts';

function openHistory() {
  let step = 4;
  function go(by: number): void {
    step += by;
  }
  const entries = createSheetEntries({ readStep: () => step, push: () => go(1) }, false);
  return { entries, step: () => step, go };
}

test('a sheet gets an entry, and moving back closes it', () => {
  const { entries, step, go } = openHistory();
  const closed: number[] = [];
  const remove = entries.open(() => closed.push(step()));
  expect([step(), closed]).toEqual([5, []]);
  go(-1);
  entries.moved(false);
  remove();
  expect([closed, entries.isLeftBehind()]).toEqual([[4], false]);
});

test('a sheet that is closed otherwise leaves its entry behind, which the next sheet uses', () => {
  const { entries, step } = openHistory();
  entries.open(() => {})();
  expect([step(), entries.isLeftBehind()]).toEqual([5, true]);
  entries.open(() => {});
  expect([step(), entries.isLeftBehind()]).toEqual([5, false]);
});

test('the next screen takes the place of an entry that is left behind, and of an open sheet', () => {
  const { entries } = openHistory();
  expect(entries.takeEntry()).toBe(false);
  entries.open(() => {})();
  expect([entries.takeEntry(), entries.isLeftBehind()]).toEqual([true, false]);
  const remove = entries.open(() => {});
  expect(entries.takeEntry()).toBe(true);
  remove();
  expect(entries.isLeftBehind()).toBe(false);
});

test('moving forward to the entry of a sheet finds it left behind', () => {
  const { entries, go } = openHistory();
  entries.open(() => {});
  go(-1);
  entries.moved(false);
  go(1);
  entries.moved(true);
  expect(entries.isLeftBehind()).toBe(true);
});
