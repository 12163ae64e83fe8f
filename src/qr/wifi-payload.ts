/** The encryption of a network, in the words of the format; WPA covers all its versions. */
export type WifiEncryption = 'WPA' | 'WEP' | 'nopass';

/** A wireless network that a phone joins by scanning. */
export interface WifiContent {
  ssid: string;
  pass?: string | undefined;
  encryption: WifiEncryption;
  hidden?: boolean | undefined;
}

function escapeField(text: string): string {
  return text.replace(/[\\;,:"]/g, '\\$&');
}

/** A `WIFI:` string; an open network has no password field, because some phones would ask for one. */
export function wifiPayload({ ssid, pass = '', encryption, hidden = false }: WifiContent): string {
  const password = encryption === 'nopass' ? '' : `P:${escapeField(pass)};`;
  return `WIFI:T:${encryption};S:${escapeField(ssid)};${password}${hidden ? 'H:true;' : ''};`;
}
