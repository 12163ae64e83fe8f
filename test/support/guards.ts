import type { SecurityRule } from '../security/rules.ts';

/** Declares that this test fails when a security rule is broken. `docs/security-rules.md` lists these calls, which do nothing at run time. */
export function guards(..._rules: [SecurityRule, ...SecurityRule[]]): void {}
