import { type FieldError, fieldError, invalidField } from '../../core/errors.ts';
import { isReserved } from '../../core/reserved-words.ts';
import { changeDisabledBy, OWNER, type StatusChanger } from '../../core/take-down.ts';
import { hostOf } from '../../lib/url.ts';
import type { QrType } from '../../qr/payload.ts';
import { readContent } from './qr-code.content.ts';
import type { QrCodeChange } from './qr-code.contract.ts';
import { isDynamicType, type QrCode, type QrDesign, UNTITLED_QR_CODE } from './qr-code.ts';

/** The part of a QR code that comes from a body; its code and its logo do not. */
export type QrDraft = Pick<QrCode, 'name' | 'content' | 'isDynamic' | 'design' | 'disabledBy'>;

/** An omitted field keeps its value; null clears it. */
function pick<T>(given: T | null | undefined, kept: T | undefined): T | undefined {
  return given === undefined ? kept : (given ?? undefined);
}

function changeDesign(design: QrDesign, change: QrCodeChange): QrDesign {
  return {
    background: pick(change.background, design.background),
    foreground: pick(change.foreground, design.foreground),
    gradient: pick(change.gradient, design.gradient),
    margin: pick(change.margin, design.margin),
    ecc: pick(change.ecc, design.ecc),
    style: pick(change.style, design.style),
    eyeStyle: pick(change.eye_style, design.eyeStyle),
    frame: pick(change.frame, design.frame),
    size: pick(change.size, design.size),
  };
}

function assertDynamicFits(type: QrType, wish: boolean | null | undefined): void {
  if (type === 'link' && wish === false) throw invalidField('dynamic', 'link_always_dynamic');
  if (type === 'wifi' && wish === true) throw invalidField('dynamic', 'wifi_never_dynamic');
}

/** Applies a body to the previous values; `type` comes from the body or from the previous values. */
export function draftQrCode(type: QrType, change: QrCodeChange, before?: QrCode, by: StatusChanger = OWNER): QrDraft {
  const content = readContent(type, change.data);
  assertDynamicFits(type, change.dynamic);
  return {
    name: pick(change.name, before?.name) ?? UNTITLED_QR_CODE,
    content,
    isDynamic: isDynamicType(type, pick(change.dynamic, before?.isDynamic) ?? false),
    design: changeDesign(before?.design ?? {}, change),
    disabledBy: changeDisabledBy(before?.disabledBy ?? null, change.status, by),
  };
}

/** A destination on our hosts must be a short link; anything else could cause a redirect loop. */
export function findOwnHostProblems(href: string, ours: Map<string, string[]>): FieldError[] {
  const origins = ours.get(hostOf(href));
  if (!origins) return [];
  const { origin, pathname } = new URL(href);
  const [, alias] = /^\/([A-Za-z0-9_-]{1,100})$/.exec(pathname) ?? [];
  if (origins.includes(origin) && alias !== undefined && !isReserved(alias)) return [];
  return [fieldError('data', 'own_address_except_links')];
}
