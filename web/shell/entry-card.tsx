import { type ReactNode, useEffect } from 'react';
import { SignpostLogo } from './logo.tsx';

/** A centered card for users who are not signed in. */
export function EntryCard({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Signpost`;
  }, [title]);
  return (
    <main className="centered">
      <div className="card sign-in">
        <h1>{title}</h1>
        {children}
      </div>
      <p className="brand-line">
        <SignpostLogo /> Signpost
      </p>
      {note && <p className="hint">{note}</p>}
    </main>
  );
}
