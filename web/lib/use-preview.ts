import { useEffect, useState } from 'react';
import { type AnswerOf, type BodyOf, type Endpoint, type InputOf, send } from './api.ts';
import { isOnline } from './online.ts';
import { noteSessionEnd } from './query.ts';
import { useDebounced } from './use-debounced.ts';

/** The last successful response, and the errors of later requests. */
export interface Preview<E extends Endpoint> {
  answer: AnswerOf<E> | undefined;
  error: Error | undefined;
  /** The response does not match the current input yet. */
  isBehind: boolean;
}

interface State<E extends Endpoint> extends Omit<Preview<E>, 'isBehind'> {
  /** The request body that it belongs to. */
  of: string | undefined;
}

const DELAY_MS = 200;

/** Requests a preview of the current input; a response stays until a newer one arrives, and late ones are dropped. */
export function usePreview<E extends Endpoint>(endpoint: E, body: BodyOf<E>): Preview<E> {
  const text = JSON.stringify(body);
  const debounced = useDebounced(text, DELAY_MS);
  const isConnected = isOnline.use();
  const [state, setState] = useState<State<E>>({ answer: undefined, error: undefined, of: undefined });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request that failed offline is repeated once the browser is online.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    send(endpoint, { body: JSON.parse(debounced) } as unknown as InputOf<E>, { signal }).then(
      (answer) => {
        if (!signal.aborted) setState({ answer, error: undefined, of: debounced });
      },
      (error) => {
        if (signal.aborted) return;
        noteSessionEnd(error);
        setState(({ answer }) => ({ answer, error, of: debounced }));
      },
    );
    return () => controller.abort();
  }, [endpoint, debounced, isConnected]);

  return { answer: state.answer, error: state.error, isBehind: state.of !== text };
}
