import type { Config } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Db } from '../db/db.ts';
import type { SendMail } from '../lib/mail.ts';
import { createUserService, type UserService } from '../resources/account/user.service.ts';
import { insertRemoval } from '../resources/account/user-removal.store.ts';
import { deleteOtherSessions } from '../resources/sessions/session.store.ts';
import type { TrashService } from '../resources/trash/trash.service.ts';
import type { UtmTemplateService } from '../resources/utm-templates/utm-template.service.ts';
import { deleteWebhooksOf } from '../resources/webhooks/webhook.store.ts';
import { endMemberships } from '../resources/workspaces/end-memberships.ts';
import { createMemberService, type MemberService } from '../resources/workspaces/member.service.ts';
import { createWorkspaceService, type WorkspaceService } from '../resources/workspaces/workspace.service.ts';
import type { Access } from './access.ts';
import { createChangeContent } from './account-content.ts';
import type { ChangeListeners } from './change-listeners.ts';
import { type ContentServices, createDeleteContent } from './delete-content.ts';
import { createGiveContent } from './give-content.ts';
import { hasContent } from './has-content.ts';
import type { Runtime } from './runtime.ts';
import { UserRemovals } from './user-removals.ts';

/** The services that add, change and remove users and workspaces, with everything that belongs to them. */
export interface UserServices {
  members: MemberService;
  userRemovals: UserRemovals;
  users: UserService;
  workspaces: WorkspaceService;
}

interface Parts {
  db: Db;
  readDb: Db;
  config: Config;
  windows: RateWindows;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  access: Access;
  /** Everything that a user or a workspace may own. */
  content: Omit<ContentServices, 'trash' | 'utmTemplates'>;
  trash: TrashService;
  utmTemplates: UtmTemplateService;
  listeners: ChangeListeners;
  runtime: Pick<Runtime, 'now' | 'log'>;
}

export function openUserServices(parts: Parts): UserServices {
  const { db, readDb, config, windows, sendMail, access, content, trash, utmTemplates, listeners } = parts;
  const { accounts, keys, passkeys, secondFactors } = access;
  const { now, log } = parts.runtime;
  const { baseUrl } = config;
  const { links, bioPages, qrCodes } = content;
  const isSignOnOnly = config.oidcOnly === 'on';
  const requiresSecondFactor = config.requireSecondFactor === 'on';
  const endSessions = deleteOtherSessions;

  const userRemovals = new UserRemovals({
    ...{ db, log },
    deleteWebhooks: (userId) => deleteWebhooksOf(db, userId),
    deleteContent: createDeleteContent(db, { ...content, trash, utmTemplates }),
    giveContent: createGiveContent({ db, services: content, listeners }),
  });
  const changeContent = createChangeContent({ db, links, bioPages, qrCodes, listeners });
  const users = createUserService({
    ...{ db, readDb, accounts, keys, baseUrl, windows, sendMail, endSessions, isSignOnOnly, changeContent, now, log },
    passkeys: {
      removeAll: passkeys.removeAllIn,
      areNeeded: async (userId) =>
        requiresSecondFactor && (await passkeys.count(userId)) > 0 && !(await secondFactors.isActive(userId)),
    },
    runRemoval: (userId) => userRemovals.run(userId),
    endMemberships: (tx, userId, heirId) => endMemberships(tx, userId, heirId, now()),
  });

  const { onRoleLost } = listeners;
  const removeKeys = keys.removeOfWorkspace;
  const members = createMemberService({ db, removeKeys, onRoleLost, now });
  const workspaces = createWorkspaceService({
    ...{ db, hasContent, removeKeys, onRoleLost, now, log },
    insertRemoval: (tx, userId) => insertRemoval(tx, { userId, heirId: null }, now()),
    runRemoval: (userId) => userRemovals.run(userId),
  });
  return { members, userRemovals, users, workspaces };
}
