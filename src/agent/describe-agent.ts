import { cacheByAgent } from './agent-cache.ts';
import { browserOf } from './browser.ts';
import { type DeviceType, deviceTypeOf } from './device.ts';
import { osOf } from './os.ts';

/** The properties of a User-Agent in statistics; '' if unknown. All visits with the same User-Agent share one object. */
export interface AgentDescription {
  readonly browser: string;
  readonly os: string;
  readonly device: DeviceType;
}

const MAX_KNOWN = 5_000;

const describeOnce = cacheByAgent(MAX_KNOWN, (agent): AgentDescription => {
  return { browser: browserOf(agent), os: osOf(agent), device: deviceTypeOf(agent) };
});

/** Parses a User-Agent and caches the result; if it is longer than 512 characters, parses its beginning each time. */
export function describeAgent(userAgent: string): AgentDescription {
  return describeOnce(userAgent);
}
