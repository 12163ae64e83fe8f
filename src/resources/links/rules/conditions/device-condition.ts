import { type DeviceName, deviceNames, parseDevice } from '../../../../agent/device.ts';
import { defineCondition, requiredValues } from './condition-kind.ts';

export const deviceCondition = defineCondition({
  type: 'device',
  description: 'The kind of device, or its operating system',
  fields: {
    in: requiredValues({
      maxLength: 50,
      parse: parseDevice,
      problem: { code: 'not_one_of', params: { options: deviceNames.join(', ') } },
      description: deviceNames.join(', '),
    }),
  },
  compile(values) {
    // `parse` returns only names of devices.
    const devices = values.in as DeviceName[];
    return {
      matches: (visitor) => devices.some((device) => visitor.isDevice(device)),
      see: (visitor) => deviceNames.filter((device) => visitor.isDevice(device)).join(', '),
    };
  },
});
