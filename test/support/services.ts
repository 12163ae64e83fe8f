import { describe, test } from 'bun:test';
import { describeMissing, type PackageName } from '../../scripts/packages.ts';
import type { SharedService } from '../../scripts/test-services.ts';

async function ask(name: SharedService): Promise<string> {
  const runner = process.env.TEST_SERVICES_URL;
  if (runner === undefined) throw new Error(`Run this test with npm test, which starts ${name} for it.`);
  const answer = await fetch(new URL(name, runner));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

const urls = new Map<SharedService, Promise<string>>();

/** The URL of a server that all tests share. The test runner starts it at the first request. */
export function findService(name: SharedService): Promise<string> {
  const url = urls.get(name) ?? ask(name);
  urls.set(name, url);
  return url;
}

/** Declares a group of tests that need a package. Where it is missing, one failing test says so in place of all of them. */
export function describeWith(needed: PackageName, name: string, declare: () => void): void {
  const problem = describeMissing(needed);
  describe(name, () => {
    if (problem === undefined) declare();
    else
      test(`needs ${needed}`, () => {
        throw new Error(problem);
      });
  });
}
