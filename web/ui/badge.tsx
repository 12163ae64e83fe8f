import type { ReactNode } from 'react';

/** A label for a state or a kind. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'success' | 'caution' | 'danger' | 'accent';
  children: ReactNode;
}) {
  return <span className={`badge ${tone}`}>{children}</span>;
}
