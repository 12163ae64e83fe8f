import { expect } from 'bun:test';
import { type ApiMessage, formatEnglish, type MessageGroup } from '../../src/core/api-messages.ts';

function assertMessage(group: MessageGroup, { code, message, params }: ApiMessage): void {
  expect({ code, message }).toEqual({ code, message: formatEnglish(group, code, params) });
}

interface Body {
  error?: unknown;
  errors?: ApiMessage[];
  warnings?: ApiMessage[];
  warning_details?: ApiMessage[];
  rows?: Body[];
}

/** Fails unless every sentence of a response is the one that `locales/en/api.json` has for its code and parameters. */
export function assertMessages(body: Body): void {
  if (body.error === 1) assertMessage('failures', body as ApiMessage);
  for (const error of body.errors ?? []) {
    expect(error.params).toBeObject();
    assertMessage('fields', error);
  }
  for (const warning of [...(body.warnings ?? []), ...(body.warning_details ?? [])]) assertMessage('warnings', warning);
  for (const row of body.rows ?? []) assertMessages(row);
}
