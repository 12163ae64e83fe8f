import { type AuditedFields, Secret } from '../../core/audit.ts';
import { auditedStatus } from '../../db/take-down.ts';
import type { QrContent } from '../../qr/payload.ts';
import type { QrCode } from './qr-code.ts';
import { toDesignView } from './qr-code.views.ts';

/** The content of a code without the password of a network. */
function auditedContent({ type, data }: QrContent): AuditedFields {
  if (type !== 'wifi') return { type, data };
  const { pass, ...network } = data;
  return { type, data: network, 'data.pass': new Secret(pass) };
}

/** The fields of a QR code in the audit log; `domain` is the name of its branded domain. */
export function auditedQrCode(
  qr: Pick<QrCode, 'name' | 'content' | 'isDynamic' | 'design' | 'logo' | 'disabledBy'>,
  domain: string | null,
): AuditedFields {
  const { name, content, isDynamic, design, logo, disabledBy } = qr;
  return {
    ...{ name, ...auditedContent(content), dynamic: isDynamic, domain },
    ...toDesignView(design, logo),
    ...auditedStatus(disabledBy),
  };
}
