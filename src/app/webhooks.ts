import type { Config } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import type { SendMail } from '../lib/mail.ts';
import type { Post } from '../lib/outbound/post.ts';
import { randomToken } from '../lib/token.ts';
import { WorkLoop } from '../lib/work-loop.ts';
import type { CampaignService } from '../resources/campaigns/campaign.service.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import { MAIN_DOMAIN, readHost } from '../resources/domains/domain.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { createWebhookSending, type WebhookSending } from '../resources/webhooks/sending.service.ts';
import type { LeasedWebhook } from '../resources/webhooks/sending.store.ts';
import { createWebhookService, type WebhookService } from '../resources/webhooks/webhook.service.ts';
import { findOwnerEmails } from '../resources/webhooks/webhook.store.ts';
import { writeDisabledMail } from '../resources/webhooks/webhook-mail.ts';
import { createCheckUrl } from './webhook-client.ts';
import { WebhookSender } from './webhook-sender.ts';
import { WebhookThread } from './webhook-thread.ts';

interface Parts {
  db: Db;
  unsyncedDb: Db;
  config: Config;
  secret: string;
  post: Post;
  campaigns: Pick<CampaignService, 'find'>;
  domains: Pick<DomainService, 'findOurs' | 'findOwned'>;
  links: Pick<LinkService, 'expiry'>;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  /** Sends on a thread of its own. */
  hasThread: boolean;
  now: Clock;
  log: Log;
}

type SendingParts = Pick<Parts, 'db' | 'unsyncedDb' | 'config' | 'secret' | 'post' | 'sendMail' | 'now' | 'log'>;

/** Attempts of this process, for the metrics. */
export interface AttemptCounts {
  accepted: number;
  refused: number;
}

/** What belongs to webhooks. */
export interface Webhooks {
  webhooks: WebhookService;
  webhookSender: Pick<WebhookSender, 'start' | 'wake' | 'close'>;
  webhookSending: WebhookSending;
  webhookAttempts: AttemptCounts;
  /** Announces links whose end has passed. */
  linkExpiry: WorkLoop;
}

const LOOK_EVERY_MS = 1_000;

/** Creates what sends deliveries, on any thread. */
export function openWebhookSending(parts: SendingParts & { onAttempt(isAccepted: boolean): void }): WebhookSending {
  const { db, unsyncedDb, config, secret, post, sendMail, onAttempt, now, log } = parts;

  async function tellOwners({ owner, url }: LeasedWebhook): Promise<void> {
    if (!sendMail) return;
    for (const to of await findOwnerEmails(db, owner)) {
      await sendMail(writeDisabledMail(to, { url, page: `${config.baseUrl}/app/webhooks` })).catch((error) =>
        log.warn('the owner of a disabled webhook could not be notified', { error }),
      );
    }
  }

  return createWebhookSending({
    ...{ db, unsyncedDb, secret, post, onAttempt, now, log },
    holder: randomToken(12),
    onDisabled: tellOwners,
  });
}

/** Creates the service of webhooks and what sends their deliveries, once it is started. */
export function openWebhooks(parts: Parts): Webhooks {
  const { db, config, secret, campaigns, domains, links, hasThread, now, log } = parts;
  const { baseUrl } = config;
  const webhookAttempts: AttemptCounts = { accepted: 0, refused: 0 };

  async function findDomain(owner: number, text: string) {
    const host = readHost(text)?.host;
    if (host === undefined) return undefined;
    if (host === new URL(baseUrl).host) return { id: MAIN_DOMAIN, host };
    const found = await domains.findOwned(owner, text);
    return found && { id: found.id, host: found.host };
  }

  function onAttempt(isAccepted: boolean): void {
    webhookAttempts[isAccepted ? 'accepted' : 'refused'] += 1;
  }

  const sending = openWebhookSending({ ...parts, onAttempt });
  const webhookSender = hasThread
    ? new WebhookThread({ sending, onAttempt, now, log })
    : new WebhookSender({ sending, now, log });
  const linkExpiry = new WorkLoop({
    async run() {
      if ((await links.expiry.announce()) > 0) webhookSender.wake();
      return LOOK_EVERY_MS;
    },
    retryAfterMs: LOOK_EVERY_MS,
    failureText: 'expired links could not be announced; this is tried again',
    log,
  });
  const webhooks = createWebhookService({
    ...{ db, secret, findDomain, now },
    checkUrl: createCheckUrl(config, async (owner, host) => (await domains.findOurs(owner, [host])).size > 0),
    ownsCampaign: async (owner, id) => (await campaigns.find(owner, id)) !== undefined,
    onStored: () => webhookSender.wake(),
  });
  return { webhooks, webhookSender, webhookSending: sending, webhookAttempts, linkExpiry };
}
