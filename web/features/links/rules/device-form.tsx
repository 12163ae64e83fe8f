import { isCovered, parseDevice } from '../../../../src/agent/device.ts';
import { type TextsOf, useTexts } from '../../../lib/texts.ts';
import { Select } from '../../../ui/select.tsx';
import type { RuleForm, RuleInputProps } from './rule-form.ts';
import { linesOf } from './rule-lines.ts';

type DeviceWord = keyof TextsOf<'link-rules'>['device']['names'];

const SUGGESTED: DeviceWord[] = [
  'iphone',
  'android',
  'ipad',
  'desktop',
  'tablet',
  'windows',
  'macos',
  'linux',
  'ios',
  'mobile',
];

function DeviceInput({ value, onChange }: RuleInputProps) {
  const { device: t } = useTexts('link-rules');
  const options = Object.entries(t.names).map(([device, label]) => ({ value: device, label }));
  return (
    <span className="input select">
      <Select aria-label={t.field} value={value} options={options} onChange={onChange} />
    </span>
  );
}

export const deviceForm: RuleForm = {
  Input: DeviceInput,

  useName() {
    const { names } = useTexts('link-rules').device;
    return (text) => names[text as DeviceWord] ?? text;
  },

  useReason() {
    const { device: t } = useTexts('link-rules');
    return (text, values) => {
      const isAfterLocations = linesOf(values, 'location').length > 0;
      const write = isAfterLocations ? t.reasonAfterLocations : t.reason;
      return write({ device: t.names[text as DeviceWord] });
    };
  },

  newText: (inUse) => SUGGESTED.find((word) => !inUse.includes(word)) ?? 'chromeos',
  toText: (name) => name,

  findShadowed(lines) {
    // A rule without a destination does not count yet.
    const devices = lines.map(({ text, link }) => ({ name: parseDevice(text), isSet: link !== '' }));
    return devices.flatMap(({ name }, index) => {
      const before = devices.slice(0, index).flatMap((other) => (other.name && other.isSet ? [other.name] : []));
      return name && isCovered(name, before) ? [index] : [];
    });
  },
};
