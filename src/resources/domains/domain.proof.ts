import type { FindTexts } from '../../lib/outbound/find-texts.ts';
import { equalsSafely, sign } from '../../lib/token.ts';

/** The TXT record that proves who owns a name. */
export interface ProofRecord {
  name: string;
  value: string;
}

/** Makes and checks the TXT records that verify domains. */
export interface Proofs {
  recordOf(owner: number, name: string): ProofRecord;
  /** Whether the record is published now; throws if DNS cannot be queried. */
  isPublished(owner: number, name: string): Promise<boolean>;
}

/** The tokens are derived from the server secret, so nothing is stored and nobody can forge the token of another user. */
export function createProofs(secret: string, findTexts: FindTexts): Proofs {
  function recordOf(owner: number, name: string): ProofRecord {
    return { name: `_signpost.${name}`, value: sign(secret, `domain proof ${owner} ${name}`) };
  }

  return {
    recordOf,

    async isPublished(owner, name) {
      const record = recordOf(owner, name);
      const texts = await findTexts(record.name);
      return texts.some((text) => equalsSafely(text.trim(), record.value));
    },
  };
}
