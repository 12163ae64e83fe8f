import { expect, test } from 'bun:test';
import type { OidcConfig } from '../../config/oidc.ts';
import type { Claims } from './provider.ts';
import { readClaims } from './read-claims.ts';

const NOW = 1_000_000_000;

const oidc: OidcConfig = {
  issuer: 'https://login.example',
  clientId: 'signpost',
  clientSecret: 'x',
  name: undefined,
  scopes: 'openid',
  groupsClaim: 'groups',
  adminGroup: 'admins',
  workspaces: [
    { group: 'dev', workspaceId: 12, role: 'viewer' },
    { group: 'leads', workspaceId: 12, role: 'admin' },
    { group: 'dev', workspaceId: 7, role: 'editor' },
  ],
  isOnly: false,
};

function read(claims: Partial<Claims>, changes: Partial<OidcConfig> = {}) {
  return readClaims({ sub: 'one', ...claims }, { ...oidc, ...changes }, NOW);
}

test('the highest role of all groups counts, for each workspace', () => {
  expect(read({ groups: ['leads', 'dev', 'unknown'] }).roles).toEqual([
    [12, 'admin'],
    [7, 'editor'],
  ]);
  expect(read({ groups: ['admins'] })).toMatchObject({ roles: [], isGroupAdmin: true });
  expect(read({})).toMatchObject({ roles: [], isGroupAdmin: false });
});

test('groups may be one text, inside an object, or under a name with dots', () => {
  const roles = [[12, 'viewer'], [7, 'editor']]; // biome-ignore format: a table.
  expect(read({ groups: 'dev' }).roles).toEqual(roles as never);
  const nested = { realm_access: { roles: ['dev'] } };
  expect(read(nested, { groupsClaim: 'realm_access.roles' }).roles).toEqual(roles as never);
  expect(read({ 'https://x.example/groups': ['dev'] }, { groupsClaim: 'https://x.example/groups' }).roles).toEqual(
    roles as never,
  );
  expect(read({ groups: [{ name: 'dev' }, 7, null] }).roles).toEqual([]);
  expect(read({}, { groupsClaim: 'constructor.name' }).roles).toEqual([]);
});

test('an address counts as verified only if the provider says so', () => {
  expect(read({ email: ' Ada@Example.com ', email_verified: true })).toMatchObject({
    email: 'ada@example.com',
    isEmailVerified: true,
  });
  expect(read({ email: 'a@b.example', email_verified: 'true' }).isEmailVerified).toBe(true);
  for (const said of [undefined, false, 'false', 1, 'yes']) {
    expect(read({ email: 'a@b.example', email_verified: said }).isEmailVerified).toBe(false);
  }
  for (const email of [undefined, 7, '', 'a', 'a@b', `${'x'.repeat(300)}@b.example`]) {
    expect(read({ email }).email).toBeUndefined();
  }
});

test('the proof is as old as the login at the provider, and never in the future', () => {
  expect(read({}).provedAt).toBe(NOW);
  expect(read({ auth_time: NOW / 1000 - 60 }).provedAt).toBe(NOW - 60_000);
  expect(read({ auth_time: NOW / 1000 + 60 }).provedAt).toBe(NOW);
});

test('the provider checked two factors if it says mfa', () => {
  expect(read({ amr: ['pwd', 'mfa'] }).isMultiFactor).toBe(true);
  for (const amr of [undefined, ['pwd'], ['otp'], 'mfa']) expect(read({ amr }).isMultiFactor).toBe(false);
});

test('an ID that no store keeps is refused, and such a user name is omitted', () => {
  expect(() => read({ sub: 'a\0b' })).toThrow('identity provider');
  expect(read({ preferred_username: 'ada\ud800' }).username).toBeUndefined();
});
