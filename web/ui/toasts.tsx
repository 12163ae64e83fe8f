import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import { removeToast, type Toast, toasts } from '../lib/toasts.ts';
import { IconButton } from './button.tsx';

function Notice({ toast }: { toast: Toast }) {
  const t = useTexts('ui');
  const [isHeld, setHeld] = useState(false);
  const leftMs = useRef(toast.lastsMs);

  useEffect(() => {
    if (isHeld) return;
    const beganMs = performance.now();
    const timer = setTimeout(() => {
      removeToast(toast.id);
      toast.onEnd?.();
    }, leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - beganMs;
    };
  }, [isHeld, toast]);

  const Icon = toast.kind === 'failed' ? CircleAlert : CircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds its clock.
    <div
      className={`toast ${toast.kind}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={16} aria-hidden />
      <span className="grow">{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            removeToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.name}
        </button>
      )}
      <IconButton
        label={t.dismiss}
        icon={X}
        onClick={() => {
          removeToast(toast.id);
          toast.onEnd?.();
        }}
      />
    </div>
  );
}

/** Renders notifications above everything, dialogs included. */
export function Toasts() {
  const t = useTexts('ui');
  const all = toasts.use();
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    const region = ref.current;
    if (!region) return;
    // Showing it again puts it above anything that was opened since.
    if (region.matches(':popover-open')) region.hidePopover();
    if (all.length > 0) region.showPopover();
  }, [all]);

  return (
    <section ref={ref} popover="manual" className="toasts" aria-live="polite" aria-label={t.notifications}>
      {all.map((toast) => (
        <Notice key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
