import { serveOrders } from './on-demand-thread.ts';
import { createOutboundExcept } from './outbound.ts';
import { type FetchOrder, fetchPlainly } from './outbound-thread.ts';

declare const self: Worker;

serveOrders(self, (order: FetchOrder) => fetchPlainly(createOutboundExcept(order.ownHosts), order));
