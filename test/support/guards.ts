import type { SecurityRule } from '../security/rules.ts';

/** Says that the test in which it stands fails when a security rule is broken. `docs/security.md` lists these marks; they are read, not run. */
export function guards(..._rules: [SecurityRule, ...SecurityRule[]]): void {}
