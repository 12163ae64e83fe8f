import { expect, test } from 'bun:test';
import { baseUrl, inWorkspace, urlWorkspace, workspaceBase, workspaceHeaders } from './workspace.ts';

test('URLs have the id of their workspace', () => {
  expect([workspaceBase(undefined), workspaceBase(7)]).toEqual(['/app', '/app/w/7']);
});

test('requests name the workspace once it is known', () => {
  expect([baseUrl(), workspaceHeaders(), inWorkspace('/api/urls.csv?q=a')]).toEqual(['/app', {}, '/api/urls.csv?q=a']);
  urlWorkspace.set(7);
  expect([baseUrl(), workspaceHeaders()]).toEqual(['/app/w/7', { 'X-Workspace': '7' }]);
  expect(inWorkspace('/api/urls.csv?q=a')).toBe('/api/urls.csv?q=a&workspace=7');
  expect(inWorkspace('/api/stream')).toBe('/api/stream?workspace=7');
  urlWorkspace.set(undefined);
});
