import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link } from '../lib/router.tsx';
import { useCanChange } from '../lib/workspaces.ts';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` is for the main action of a screen. */
  kind?: Kind;
  icon?: LucideIcon;
  /** Shows a spinner and disables the button. */
  isBusy?: boolean;
  /** It changes what the screen shows: it is absent for users whose role may not. */
  isChange?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with text, and optionally an icon before it. */
export function Button({
  kind = 'plain',
  icon: Icon,
  isBusy = false,
  isChange = false,
  type = 'button',
  children,
  className = '',
  ...rest
}: Props) {
  if (!useCanChange() && isChange) return null;
  return (
    <button
      {...rest}
      type={type}
      // React focuses it before a dialog opens, and the dialog would move the focus.
      data-autofocus={rest.autoFocus || undefined}
      className={`button ${kind} ${className}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
    >
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </button>
  );
}

/** A button with an icon only; its label is announced, and shown on hover. */
export function IconButton({
  label,
  icon: Icon,
  className = '',
  type = 'button',
  isChange = false,
  isBusy: _,
  kind: __,
  ...rest
}: Props & { label: string; icon: LucideIcon }) {
  if (!useCanChange() && isChange) return null;
  return (
    <button {...rest} type={type} className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon size={16} aria-hidden />
    </button>
  );
}

/** A link inside the dashboard that looks like a button. */
export function ButtonLink({
  to,
  kind = 'plain',
  icon: Icon,
  isChange = false,
  children,
}: {
  to: string;
  kind?: Kind;
  icon?: LucideIcon;
  /** It leads to a change: see `Button`. */
  isChange?: boolean;
  children: string;
}) {
  if (!useCanChange() && isChange) return null;
  return (
    <Link to={to} className={`button ${kind}`}>
      {Icon && <Icon size={16} aria-hidden />}
      {children}
    </Link>
  );
}
