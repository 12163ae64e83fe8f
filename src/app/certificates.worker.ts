import { runAcmeTask } from '../certificates/acme-tasks.ts';
import { serveTasks } from './on-demand-thread.ts';

declare const self: Worker;

serveTasks(self, runAcmeTask);
