/** What a process does when the others of its machine speak to it. */
export interface Ear {
  hear(news: unknown): void;
  answer(question: string): Promise<unknown>;
}

/** The other processes that serve this installation on the same machine. */
export interface Crew {
  /** Which of them all this one is, from 1; undefined where it is alone. */
  number?: number;
  /** Tells all of them, and waits for nobody. */
  tell(news: unknown): void;
  /** Asks all of them; whoever has nothing to say, or has ended, is left out, and everyone where one takes too long. */
  ask(question: string): Promise<unknown[]>;
  /** Who hears and answers here from now on. */
  listen(ear: Ear): void;
}

/** Nobody: this process serves alone. */
export const NO_CREW: Crew = { tell: () => {}, ask: async () => [], listen: () => {} };
