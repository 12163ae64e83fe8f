import { useEffect, useRef } from 'react';

/** Runs the work immediately, then at most once per interval; the last call is never lost. */
export function useThrottled(work: () => void, everyMs: number): () => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isWanted = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function rest(): void {
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (!isWanted.current) return;
      isWanted.current = false;
      latest.current();
      rest();
    }, everyMs);
  }

  return () => {
    if (timer.current !== undefined) {
      isWanted.current = true;
      return;
    }
    latest.current();
    rest();
  };
}
