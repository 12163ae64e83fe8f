import { useEffect, useRef } from 'react';
import type { AnswerOf } from './api.ts';
import { refresh } from './query.ts';
import { inWorkspace } from './workspace.ts';

type LiveEvent = AnswerOf<'GET /api/stream'>;

/** The data of each event. */
export type LiveData<Name extends LiveEvent['event']> = Extract<LiveEvent, { event: Name }>['data'];

type Listener = (data: never) => void;

const NAMES = ['click', 'link', 'reset', 'end'] as const satisfies LiveEvent['event'][];
const RECONNECT_MS = 15_000;

const listeners = new Map<string, Set<Listener>>();
let source: EventSource | undefined;
let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

function listenerCount(): number {
  return [...listeners.values()].reduce((sum, { size }) => sum + size, 0);
}

function close(): void {
  clearTimeout(reconnectTimer);
  source?.close();
  source = undefined;
}

/** One event stream for the whole page, open while there are listeners. */
function open(): void {
  if (source || listenerCount() === 0) return;
  const opened = new EventSource(inWorkspace('/api/stream'));
  source = opened;
  for (const name of NAMES) {
    opened.addEventListener(name, ({ data }) => {
      if (name === 'end') {
        close();
        // One of the two tells whether the session has ended or the membership.
        void refresh('GET /api/session', 'GET /api/workspaces');
      }
      for (const listener of listeners.get(name) ?? []) listener(JSON.parse(data) as never);
    });
  }
  opened.onerror = () => {
    // The browser reconnects after a lost connection, but not after a refusal.
    if (opened.readyState !== EventSource.CLOSED) return;
    close();
    reconnectTimer = setTimeout(open, RECONNECT_MS);
  };
}

/** Calls back for each live event of this name, while the component is mounted. */
export function useLive<Name extends LiveEvent['event']>(name: Name, callback: (data: LiveData<Name>) => void): void {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const listener: Listener = (data) => latest.current(data as LiveData<Name>);
    const same = listeners.get(name) ?? new Set();
    listeners.set(name, same.add(listener));
    open();
    return () => {
      same.delete(listener);
      if (listenerCount() === 0) close();
    };
  }, [name]);
}
