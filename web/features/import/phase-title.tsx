import { type ReactNode, useEffect, useRef } from 'react';

/** The title of what is on the screen now; it takes the focus that went away with what was there before. */
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
