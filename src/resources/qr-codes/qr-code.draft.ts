import { readAlias } from '../../core/alias.ts';
import { changeField } from '../../core/change-field.ts';
import { type FieldError, fieldError, invalidField } from '../../core/errors.ts';
import { isReserved } from '../../core/reserved-words.ts';
import { changeDisabledBy, OWNER, type StatusChanger } from '../../core/take-down.ts';
import { hostOf } from '../../lib/url.ts';
import type { QrType } from '../../qr/payload.ts';
import { readContent } from './qr-code.content.ts';
import type { QrCodeChange } from './qr-code.contract.ts';
import { isDynamicType, type QrCode, type QrDesign, UNTITLED_QR_CODE } from './qr-code.ts';

/** The fields of a QR code that come from the body; its code and logo are added later. */
export type QrDraft = Pick<QrCode, 'name' | 'content' | 'isDynamic' | 'design' | 'disabledBy'>;

/** The fields of a design in a body. */
type DesignChange = Pick<
  QrCodeChange,
  'background' | 'foreground' | 'gradient' | 'margin' | 'ecc' | 'style' | 'eye_style' | 'frame' | 'size'
>;

/** Applies a body to a design: omitted fields keep their value, null resets them. */
export function changeDesign(design: QrDesign, change: DesignChange): QrDesign {
  return {
    background: changeField(change.background, design.background, undefined),
    foreground: changeField(change.foreground, design.foreground, undefined),
    gradient: changeField(change.gradient, design.gradient, undefined),
    margin: changeField(change.margin, design.margin, undefined),
    ecc: changeField(change.ecc, design.ecc, undefined),
    style: changeField(change.style, design.style, undefined),
    eyeStyle: changeField(change.eye_style, design.eyeStyle, undefined),
    frame: changeField(change.frame, design.frame, undefined),
    size: changeField(change.size, design.size, undefined),
  };
}

function assertDynamicFits(type: QrType, isDynamic: boolean | null | undefined): void {
  if (type === 'link' && isDynamic === false) throw invalidField('dynamic', 'link_always_dynamic');
  if (type === 'wifi' && isDynamic === true) throw invalidField('dynamic', 'wifi_never_dynamic');
}

/** Applies a body to the previous values; `type` comes from the body or from the previous values. */
export function draftQrCode(type: QrType, change: QrCodeChange, before?: QrCode, by: StatusChanger = OWNER): QrDraft {
  const content = readContent(type, change.data);
  assertDynamicFits(type, change.dynamic);
  return {
    name: changeField(change.name, before?.name, undefined) ?? UNTITLED_QR_CODE,
    content,
    isDynamic: isDynamicType(type, changeField(change.dynamic, before?.isDynamic, undefined) ?? false),
    design: changeDesign(before?.design ?? {}, change),
    disabledBy: changeDisabledBy(before?.disabledBy ?? null, change.status, by),
  };
}

/** A destination on our hosts must be a short link; anything else could cause a redirect loop. */
export function findOwnHostProblems(href: string, ours: Map<string, string[]>): FieldError[] {
  const origins = ours.get(hostOf(href));
  if (!origins) return [];
  const { origin, pathname } = new URL(href);
  const alias = readAlias(pathname);
  if (origins.includes(origin) && alias !== undefined && !isReserved(alias)) return [];
  return [fieldError('data', 'own_address_except_links')];
}
