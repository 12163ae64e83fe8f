import { type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../lib/texts.ts';

interface Props {
  icon: LucideIcon;
  title: string;
  /** One sentence that says what this is for. */
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** One example. */
  example?: ReactNode;
}

/** Replaces an empty list: what it is for, and how to start. */
export function EmptyState({ icon: Icon, title, children, action, example }: Props) {
  return (
    <div className="empty">
      <Icon className="empty-icon" size={20} aria-hidden />
      <h2>{title}</h2>
      <p className="quiet">{children}</p>
      {action}
      {example && <p className="hint">{example}</p>}
    </div>
  );
}

/** Replaces a list in which a search found nothing. */
export function NothingFound() {
  const t = useTexts('ui');
  return (
    <EmptyState icon={SearchX} title={t.nothingFound}>
      {t.nothingFoundText}
    </EmptyState>
  );
}
