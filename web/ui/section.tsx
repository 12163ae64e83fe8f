import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A part of a long form that opens when it is wanted; `summary` says what is set in it. */
export function Section({
  title,
  summary,
  isOpen = false,
  children,
}: {
  title: string;
  summary?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="section" open={isOpen}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <span className="section-title">{title}</span>
        {summary && <span className="cut quiet">{summary}</span>}
      </summary>
      <div className="stack">{children}</div>
    </details>
  );
}
