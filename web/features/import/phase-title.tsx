import { type ReactNode, useEffect, useRef } from 'react';

/** The title of the current phase; it takes the focus when the previous phase disappears. */
export function PhaseTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 ref={title} tabIndex={-1}>
      {children}
    </h2>
  );
}
