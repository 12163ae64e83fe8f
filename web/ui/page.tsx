import { type ReactNode, useEffect, useRef } from 'react';
import { usePath } from '../lib/router.tsx';

interface Props {
  title: string;
  /** The main action of the screen, and a few secondary ones. */
  actions?: ReactNode;
  /** Search and filters, in a row below the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A screen: its title, which is also the document title, and its content. */
export function Page({ title, actions, tools, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = usePath();

  useEffect(() => {
    document.title = `${title} · Signpost`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new screen, and screen readers start at its title.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className="page">
      <header className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {tools && <div className="page-tools">{tools}</div>}
      {children}
    </div>
  );
}
