import { externalValue } from './external-value.ts';

/** A short notice at the edge of the screen. */
export interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'failed';
  /** One thing that can be done about it. */
  action?: { name: string; run(): void };
  /** How long it stays; it waits while someone points at it. */
  lastsMs: number;
  /** Called when its time is over, not when its action was taken. */
  onEnd?(): void;
}

/** The notices on the screen, oldest first. */
export const toasts = externalValue<readonly Toast[]>([]);

let lastId = 0;

/** Shows a notice; returns how to take it away again. */
export function showToast(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}): () => void {
  const id = ++lastId;
  const kind = options.kind ?? 'done';
  toasts.set([...toasts.get(), { kind, lastsMs: kind === 'failed' ? 8_000 : 4_000, ...options, id, text }]);
  return () => removeToast(id);
}

export function removeToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
