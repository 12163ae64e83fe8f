import { Counter, Gauge, type Registry } from 'prom-client';
import type { Webhooks } from './webhooks.ts';

/** Exports the attempts of this process, and how much waits for webhooks. */
export function exportWebhookMetrics(
  { webhookSending, webhookAttempts }: Pick<Webhooks, 'webhookSending' | 'webhookAttempts'>,
  registry: Registry,
): void {
  const registers = [registry];
  const reported = { accepted: 0, refused: 0 };
  const attempts = new Counter({
    name: 'signpost_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by whether the endpoint accepted.',
    labelNames: ['result'],
    registers,
    collect() {
      for (const result of ['accepted', 'refused'] as const) {
        this.inc({ result }, webhookAttempts[result] - reported[result]);
        reported[result] = webhookAttempts[result];
      }
    },
  });
  for (const result of ['accepted', 'refused']) attempts.inc({ result }, 0);
  const clicks = new Gauge({
    name: 'signpost_webhook_clicks_waiting',
    help: 'Clicks and scans that wait for webhooks, of all nodes.',
    registers,
  });
  new Gauge({
    name: 'signpost_webhook_deliveries_waiting',
    help: 'Deliveries of webhooks that wait for an attempt, of all nodes.',
    registers,
    async collect() {
      const waiting = await webhookSending.countWaiting().catch(() => ({ deliveries: 0, clicks: 0 }));
      this.set(waiting.deliveries);
      clicks.set(waiting.clicks);
    },
  });
}
