import { cacheByAgent } from './agent-cache.ts';
import { browserOf } from './browser.ts';
import { type DeviceType, deviceTypeOf } from './device.ts';
import { osOf } from './os.ts';

/** What statistics show of an agent, each '' where it does not tell; shared by all visits with it, so not to be changed. */
export interface AgentDescription {
  readonly browser: string;
  readonly os: string;
  readonly device: DeviceType;
}

const MAX_KNOWN = 5_000;

const describeOnce = cacheByAgent(MAX_KNOWN, (agent): AgentDescription => {
  return { browser: browserOf(agent), os: osOf(agent), device: deviceTypeOf(agent) };
});

/** Reads an agent once for all its visits; one longer than 512 characters each time, and its beginning only. */
export function describeAgent(userAgent: string): AgentDescription {
  return describeOnce(userAgent);
}
