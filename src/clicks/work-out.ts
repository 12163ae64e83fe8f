import type { Places } from '../geo/places.ts';
import { clientAddress } from '../lib/ip.ts';
import type { Click } from './click.ts';
import type { ClickRecord } from './click-record.ts';
import type { Step } from './step.ts';
import { classify } from './steps/classify.ts';
import { describe } from './steps/describe.ts';
import { hear } from './steps/hear.ts';
import { locateWith } from './steps/locate.ts';
import { recogniseWith } from './steps/recognise.ts';
import { refer } from './steps/refer.ts';

/** What the steps need. */
export interface StepParts {
  places: Places;
  secret: string;
  isTrusted(address: string): boolean;
}

/** Makes a click of a record; the address ends here. */
export function createSteps({ places, secret, isTrusted }: StepParts): (record: ClickRecord) => Click {
  const steps: Step[] = [classify, locateWith(places), describe, refer, hear, recogniseWith(secret)];
  return (record) => {
    const address = clientAddress(record.peer, record.forwardedFor || null, isTrusted);
    const visit = { ...record, address };
    const click: Click = { linkId: record.linkId, at: record.at, kind: 'person', visitor: 0, values: {} };
    for (const step of steps) step(visit, click);
    return click;
  };
}
