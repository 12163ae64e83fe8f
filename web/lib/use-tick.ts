import { useEffect, useState } from 'react';

/** Re-renders at an interval, for times relative to now. */
export function useTick(everyMs: number): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setCount((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
