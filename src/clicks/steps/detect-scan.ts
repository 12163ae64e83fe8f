import { defineStep } from '../enrich-step.ts';

/** Marks the scans of a link's QR code, so that they can be counted apart from its other clicks. */
export const detectScan = defineStep({
  name: 'detect-scan',
  fills: ['source'],
  run({ record }, { values }) {
    if (record.isScan) values.source = 'QR code';
  },
});
