import { runAcmeTask } from '../certificates/acme-tasks.ts';
import { serveOrders } from './on-demand-thread.ts';

declare const self: Worker;

serveOrders(self, runAcmeTask);
