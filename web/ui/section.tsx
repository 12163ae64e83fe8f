import { ChevronRight } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** A collapsible part of a long form; `summary` says what is set in it. */
export function Section({
  title,
  summary,
  isOpen = false,
  isLazy = false,
  hasProblem = false,
  children,
}: {
  title: string;
  summary?: string;
  isOpen?: boolean;
  /** Whether the content is rendered only once the section has been opened. */
  isLazy?: boolean;
  /** Whether a field in it has an error: then it opens, even if the user closed it. */
  hasProblem?: boolean;
  children: ReactNode;
}) {
  const [wasOpened, setOpened] = useState(isOpen);
  const box = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (hasProblem && box.current) box.current.open = true;
  }, [hasProblem]);
  return (
    <details
      ref={box}
      className="section"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        <ChevronRight size={16} aria-hidden />
        <span className="section-title">{title}</span>
        {summary && <span className="cut quiet">{summary}</span>}
      </summary>
      <div className="stack">{(!isLazy || wasOpened || isOpen || hasProblem) && children}</div>
    </details>
  );
}
