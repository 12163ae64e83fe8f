import { readConfig } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { openDatabase } from '../db/open.ts';
import { openSendMail } from './send-mail.ts';
import { createThreadLog } from './thread-log.ts';
import { createWebhookPost } from './webhook-client.ts';
import { WebhookSender } from './webhook-sender.ts';
import type { WebhookCommand, WebhookMessage } from './webhook-thread.ts';
import { openWebhookSending } from './webhooks.ts';

declare const self: Worker;

// Events that follow each other within this time do not start the thread again.
const IDLE_LIMIT_MS = 10_000;
const CHECK_EVERY_MS = 1_000;
// Sending waits for endpoints most of the time, not for the store.
const MAX_CONNECTIONS = 4;

const log = createThreadLog(send);

function send(message: WebhookMessage): void {
  self.postMessage(message);
}

async function start() {
  const config = readConfig();
  const database = await openDatabase(config, 'limited', MAX_CONNECTIONS);
  database.damage.setLog(log);
  const sending = openWebhookSending({
    ...{ db: database.db, unsyncedDb: database.unsyncedDb, config, secret: loadSecret(config) },
    ...{ post: createWebhookPost(config), sendMail: openSendMail(config), now: Date.now, log },
    onAttempt: (isAccepted) => send({ message: 'attempt', isAccepted }),
  });
  const sender = new WebhookSender({ sending, now: Date.now, log });
  sender.start();
  const check = setInterval(() => {
    if (sender.idleMs < IDLE_LIMIT_MS) return;
    clearInterval(check);
    void stop();
  }, CHECK_EVERY_MS);
  return { sender, database };
}

const started = start();

async function stop(): Promise<void> {
  const { sender, database } = await started;
  await sender.close();
  await database.close();
  process.exit(0);
}

self.onmessage = async ({ data }: MessageEvent<WebhookCommand>) => {
  switch (data.command) {
    case 'wake':
      (await started).sender.wake();
      return;
    case 'ping':
      send({ message: 'alive' });
      return;
    case 'stop':
      await stop();
  }
};
