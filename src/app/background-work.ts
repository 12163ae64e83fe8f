import type { Services } from './services.ts';

/** Starts the background work of services. */
export function startBackgroundWork(services: Services, { isOnOneThread = false }: { isOnOneThread?: boolean }): void {
  services.domains.startChecks();
  services.userRemovals.start();
  services.scheduledChanges.start();
  services.trashPurge.start();
  if (!isOnOneThread) services.importJobs.start();
  services.linkExpiry.start();
  services.webhookSender.start();
}

/** Resolves once no background work uses the store. */
export async function stopBackgroundWork(services: Services): Promise<void> {
  await services.linkExpiry.close();
  await services.webhookSender.close();
  await services.userRemovals.close();
  await services.scheduledChanges.close();
  await services.trashPurge.close();
  await services.importJobs.close();
  await services.missRecorder.close();
  await services.feeds.close();
  await services.domains.close();
}
