import type { GroupName, MarkOf } from '../reference/reference.ts';

/**
 * Declares that this test fails if these names of the API reference are not implemented. `docs/reference.md` is generated from
 * these calls, which do nothing at run time.
 */
export function proves<Name extends GroupName>(_group: Name, ..._names: [MarkOf<Name>, ...MarkOf<Name>[]]): void {}
