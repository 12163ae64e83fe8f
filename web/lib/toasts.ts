import { externalValue } from './external-value.ts';

/** A short notification at the edge of the screen. */
export interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'failed';
  /** One action, such as Undo. */
  action?: { name: string; run(): void };
  /** How long it stays; hovering pauses the timer. */
  lastsMs: number;
  /** Called when its time has passed, unless its action was used. */
  onEnd?(): void;
}

/** The visible notifications, oldest first. */
export const toasts = externalValue<readonly Toast[]>([]);

let lastId = 0;

/** Shows a notification; returns a function that removes it. */
export function showToast(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}): () => void {
  const id = ++lastId;
  const kind = options.kind ?? 'done';
  toasts.set([...toasts.get(), { kind, lastsMs: kind === 'failed' ? 8_000 : 4_000, ...options, id, text }]);
  return () => removeToast(id);
}

export function removeToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
