import type { Phrase } from './describe-rule.ts';

/** A sentence with its values in bold. */
export function Sentence({ phrases }: { phrases: readonly Phrase[] }) {
  return phrases.map(({ text, isValue }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place in the sentence.
    isValue ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
  );
}
