import { readConfig } from '../config/config.ts';
import { serveOrders } from './on-demand-thread.ts';
import { createWebhookPost, type PostOrder } from './webhook-client.ts';

declare const self: Worker;

const post = createWebhookPost(readConfig());

serveOrders(self, ({ href, headers, body }: PostOrder) => post(href, headers, body));
