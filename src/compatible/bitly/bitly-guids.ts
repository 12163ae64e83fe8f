import { createHmac } from 'node:crypto';

/** The ids that Bitly gives a group and its organization. */
export interface Guids {
  group: string;
  organization: string;
}

/** The ids of a workspace: always the same, and without its number. */
export function guidsOf(secret: string, workspaceId: number): Guids {
  const digits = createHmac('sha256', secret).update(`bitly group ${workspaceId}`).digest('hex').slice(0, 10);
  return { group: `B${digits}`, organization: `O${digits}` };
}
