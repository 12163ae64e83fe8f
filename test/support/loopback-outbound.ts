import { expect } from 'bun:test';
import {
  createOutbound,
  OUTBOUND_LIMITS,
  type Outbound,
  OutboundError,
  type OutboundLimits,
  type OutboundParts,
} from '../../src/lib/outbound/outbound.ts';
import { TEST_CERTIFICATE } from './test-certificate.ts';

/** An outbound client that treats 127.0.0.1 as a public address and resolves every name to it. */
export function loopbackOutbound(
  ports: number[],
  limits: Partial<OutboundLimits> = {},
  parts: Partial<OutboundParts> = {},
): Outbound {
  return createOutbound({
    resolve: async () => ['127.0.0.1'],
    isForbidden: (address) => address !== '127.0.0.1',
    ports,
    ownHosts: [],
    limits: { ...OUTBOUND_LIMITS, ...limits },
    certificates: TEST_CERTIFICATE,
    ...parts,
  });
}

/** Expects a refusal with the generic message, which reveals nothing about the destination. */
export async function expectRefused(fetched: Promise<unknown>): Promise<void> {
  const error = await fetched.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundError);
  expect((error as Error).message).toBe('Nothing could be fetched from this address.');
}
