import { type DeviceName, matchesDevice, parseDevice } from '../../../agent/device.ts';
import { defineRuleKind } from './rule-kind.ts';

/** A device class or an operating system. */
interface DeviceCondition {
  device: DeviceName;
}

function parse(text: string): DeviceCondition | undefined {
  const device = parseDevice(text);
  return device && { device };
}

export const deviceRule = defineRuleKind({
  kind: 'device',
  field: 'devicetarget',
  storedList: 'devices',
  route: 'device',
  maxLength: 50,
  problem: {
    code: 'not_one_of',
    params: { options: 'iphone, ipad, ios, android, mobile, tablet, desktop, windows, macos, linux, chromeos' },
  },
  fieldDescription: 'Other destinations by device',
  viewDescription: 'Destinations by device, in lower case',

  parse,
  // A newer version may know more devices.
  readStored: ({ device = '' }: { device?: string }) => parse(device),
  nameOf: ({ device }) => device,

  compile: (rules) => (visitor) => {
    const userAgent = visitor.userAgent();
    for (const rule of rules) if (matchesDevice(userAgent, rule.device)) return rule;
    return undefined;
  },
});
