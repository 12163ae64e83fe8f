import { isInBlock, parseAddressBlock, readAddressGroups, shortenAddressBlock } from '../../../../lib/address-range.ts';
import { defineCondition, requiredValues } from './condition-kind.ts';

// Several rules may ask for the address of one visit.
let last: { address: string; groups: readonly number[] } = { address: '', groups: [] };

function groupsOf(address: string): readonly number[] {
  if (address !== last.address) last = { address, groups: readAddressGroups(address) ?? [] };
  return last.groups;
}

export const addressCondition = defineCondition({
  type: 'address',
  description: 'The IP address of the visitor',
  fields: {
    in: requiredValues({
      maxLength: 60,
      parse: shortenAddressBlock,
      problem: { code: 'not_an_address' },
      description: 'IPv4 and IPv6 addresses, or CIDR ranges such as 203.0.113.0/24',
    }),
  },
  compile(values) {
    const blocks = values.in.flatMap((text) => parseAddressBlock(text) ?? []);
    return {
      matches(visitor) {
        const address = groupsOf(visitor.address());
        return blocks.some((block) => isInBlock(address, block));
      },
      see: (visitor) => visitor.address(),
    };
  },
});
