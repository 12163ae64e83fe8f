import { useEffect, useRef } from 'react';

/** Runs the work immediately, then at most once per interval; the last call is never lost. */
export function useThrottled(work: () => void, everyMs: number): () => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPending = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function startPause(): void {
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isPending.current) return;
      isPending.current = false;
      latest.current();
      startPause();
    }, everyMs);
  }

  return () => {
    if (timer.current !== undefined) {
      isPending.current = true;
      return;
    }
    latest.current();
    startPause();
  };
}
