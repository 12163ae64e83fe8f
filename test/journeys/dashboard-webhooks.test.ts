import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = openWebhookReceiver();
  dashboard = await openDashboardFixture({ WEBHOOK_ALLOW: 'loopback' });
});
afterAll(async () => {
  await dashboard.close();
  await receiver.close();
});

test('a user adds a webhook, sees its secret once, sends a test, and sends it again', async () => {
  const t = words.webhooks;
  const visitor = await dashboard.visit('/app/webhooks');
  const { page } = visitor;
  await page.getByRole('button', { name: t.add }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(t.url).fill(receiver.url);
  await sheet.getByLabel(t.name, { exact: false }).first().fill('Shop');
  await sheet.getByRole('button', { name: t.create }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: words.ui.close }).last().click();
  expect(await visitor.findBarriersOnScreens()).toEqual([]);
  await page.getByText('Shop').click();
  await page.getByRole('button', { name: t.test }).click();
  await receiver.waitFor((all) => all.length === 1);
  await page.getByText(t.deliveryStatuses.delivered).waitFor();
  expect(await visitor.findBarriersOnScreens()).toEqual([]);
  await page.getByText('webhook.test').hover();
  await page.getByRole('button', { name: t.retry }).click();
  await receiver.waitFor((all) => all.length === 2);
  expect(await visitor.leave()).toEqual([]);
});
