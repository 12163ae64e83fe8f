import { serveTasks } from './on-demand-thread.ts';
import { createOutboundExcept } from './outbound.ts';
import { type FetchTask, fetchPlainly } from './outbound-thread.ts';

declare const self: Worker;

serveTasks(self, (task: FetchTask) => fetchPlainly(createOutboundExcept(task.ownHosts), task));
