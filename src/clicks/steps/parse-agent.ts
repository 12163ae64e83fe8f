import { describeAgent } from '../../agent/describe-agent.ts';
import { defineStep } from '../enrich-step.ts';

/** Reads the browser, the operating system and the kind of device from the user agent. */
export const parseAgent = defineStep({
  name: 'parse-agent',
  fills: ['browser', 'os', 'device'],
  run({ record: { agent } }, { values }) {
    const { browser, os, device } = describeAgent(agent);
    if (browser) values.browser = browser;
    if (os) values.os = os;
    if (device) values.device = device;
  },
});
