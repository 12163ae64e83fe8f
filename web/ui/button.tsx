import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link } from '../lib/router.tsx';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is for the one action that matters on a screen. */
  kind?: Kind;
  icon?: LucideIcon;
  /** Something is under way; the button waits. */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with words, and an icon before them. */
export function Button({
  kind = 'plain',
  icon: Icon,
  isBusy = false,
  type = 'button',
  children,
  className = '',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`button ${kind} ${className}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
    >
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}

/** A button that is an icon alone; its label is read out and shown on hover. */
export function IconButton({
  label,
  icon: Icon,
  className = '',
  type = 'button',
  isBusy: _,
  kind: __,
  ...rest
}: Props & { label: string; icon: LucideIcon }) {
  return (
    <button {...rest} type={type} className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </button>
  );
}

/** A link to a place in the dashboard that looks like a button. */
export function ButtonLink({
  to,
  kind = 'plain',
  icon: Icon,
  children,
}: {
  to: string;
  kind?: Kind;
  icon?: LucideIcon;
  children: string;
}) {
  return (
    <Link to={to} className={`button ${kind}`}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </Link>
  );
}
