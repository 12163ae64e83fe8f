import { describeAgent } from '../../agent/describe-agent.ts';
import type { Step } from '../step.ts';

/** Tells what the visitor came with. */
export const describe: Step = ({ agent }, { values }) => {
  const { browser, os, device } = describeAgent(agent);
  if (browser) values.browser = browser;
  if (os) values.os = os;
  if (device) values.device = device;
};
