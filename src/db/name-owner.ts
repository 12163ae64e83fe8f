/** How administrators see the owner of a row: the email address of a user, or the name of a shared workspace. */
export function nameOwner(row: { email: string; kind: 'user' | 'workspace'; workspace_name: string | null }): string {
  return row.kind === 'user' ? row.email : (row.workspace_name ?? '');
}
