import type { GroupName, MarkOf } from '../reference/reference.ts';

/**
 * Says that the test in which it stands would fail if these names of the API reference were not kept. `docs/reference.md` is
 * made from these marks, which are read, not run.
 */
export function proves<Name extends GroupName>(_group: Name, ..._names: [MarkOf<Name>, ...MarkOf<Name>[]]): void {}
