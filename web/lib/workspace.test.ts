import { expect, test } from 'bun:test';
import { inWorkspace, workspaceBase, workspaceHeaders } from './workspace.ts';

test('the own workspace has the plain URL, and others have their id in it', () => {
  expect([workspaceBase(undefined), workspaceBase(7)]).toEqual(['/app', '/app/w/7']);
});

test('a page of the own workspace sends no workspace', () => {
  expect([workspaceHeaders(), inWorkspace('/api/urls.csv?q=a')]).toEqual([{}, '/api/urls.csv?q=a']);
});
