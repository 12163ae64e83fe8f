import type { PlannedChange } from './plan.ts';

const SIGNS = { create: '+', update: '~', delete: '-' } as const;
const COLORS = { create: 32, update: 33, delete: 31 } as const;

/** Whether output has colors: on a terminal, or if FORCE_COLOR asks for them. */
export function hasColors(): boolean {
  // biome-ignore lint/style/noProcessEnv: variables that all programs share, and no settings of this one.
  const { FORCE_COLOR, NO_COLOR } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return process.stdout.isTTY === true && (NO_COLOR === undefined || NO_COLOR === '');
}

function write(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function showChange({ action, noun, name, fields }: PlannedChange): string[] {
  const lines = Object.entries(fields).map(([field, { old, new: next }]) =>
    action === 'create' ? `    ${field}: ${write(next)}` : `    ${field}: ${write(old)} -> ${write(next)}`,
  );
  return [`${SIGNS[action]} ${noun} ${name}`, ...lines];
}

/** How many changes of each kind there are. */
export function countChanges(changes: PlannedChange[]): Record<PlannedChange['action'], number> {
  const count = (action: PlannedChange['action']) => changes.filter((change) => change.action === action).length;
  return { create: count('create'), update: count('update'), delete: count('delete') };
}

/** The plan for people. */
export function showPlan(changes: PlannedChange[], isDone: boolean): string {
  if (changes.length === 0) return 'Nothing to change.';
  const isColored = hasColors();
  const lines = changes.map((change) => {
    const text = showChange(change).join('\n');
    return isColored ? `\u001b[${COLORS[change.action]}m${text}\u001b[0m` : text;
  });
  const { create, update, delete: gone } = countChanges(changes);
  const sum = isDone
    ? `${create} created, ${update} changed, ${gone} deleted.`
    : `Plan: ${create} to create, ${update} to change, ${gone} to delete.`;
  return [...lines, '', sum].join('\n');
}

/** The plan for scripts. */
export function listChanges(changes: PlannedChange[]): object {
  return {
    ...countChanges(changes),
    changes: changes.map(({ action, noun, name, fields }) => ({ action, noun, name, fields })),
  };
}
