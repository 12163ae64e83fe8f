import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import { removeToast, type Toast, toasts } from '../lib/toasts.ts';
import { IconButton } from './button.tsx';
import { findLift } from './toast-place.ts';

/** The bars at the bottom whose buttons must stay visible. */
const BARS = '.form-end, .form-buttons, .bulk-bar, .picker-foot, .bottom-bar';
const PLACE_MS = 200;

/** Moves the notifications above the bars that they would cover. */
function placeToasts(region: HTMLElement): void {
  const lift = Number.parseFloat(region.style.getPropertyValue('--lift')) || 0;
  const { left, right, top, bottom } = region.getBoundingClientRect();
  const bars = [...document.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect());
  const visible = bars.filter((bar) => bar.height > 0 && bar.top < innerHeight);
  region.style.setProperty('--lift', `${findLift({ left, right, top: top + lift, bottom: bottom + lift }, visible)}px`);
}

function Notice({ toast }: { toast: Toast }) {
  const t = useTexts('ui');
  const [isHeld, setHeld] = useState(false);
  const leftMs = useRef(toast.lastsMs);

  useEffect(() => {
    if (isHeld) return;
    const startMs = performance.now();
    const timer = setTimeout(() => {
      removeToast(toast.id);
      toast.onEnd?.();
    }, leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startMs;
    };
  }, [isHeld, toast]);

  const Icon = toast.kind === 'failed' ? CircleAlert : CircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses its timer.
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
    if (all.length === 0) return;
    region.showPopover();
    placeToasts(region);
    // A sheet or a selection may show its buttons while the notification is there.
    const timer = setInterval(placeToasts, PLACE_MS, region);
    return () => clearInterval(timer);
  }, [all]);

  return (
    <section ref={ref} popover="manual" className="toasts" aria-live="polite" aria-label={t.notifications}>
      {all.map((toast) => (
        <Notice key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
