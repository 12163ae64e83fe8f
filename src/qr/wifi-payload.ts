/** How a network is locked, in the words of the format; WPA stands for all its versions. */
export type WifiEncryption = 'WPA' | 'WEP' | 'nopass';

/** A wireless network that a phone joins by the scan. */
export interface WifiContent {
  ssid: string;
  pass?: string | undefined;
  encryption: WifiEncryption;
  hidden?: boolean | undefined;
}

function escapeField(text: string): string {
  return text.replace(/[\\;,:"]/g, '\\$&');
}

/** A `WIFI:` string; an open network names no password, for some phones would then ask for one. */
export function wifiPayload({ ssid, pass = '', encryption, hidden = false }: WifiContent): string {
  const password = encryption === 'nopass' ? '' : `P:${escapeField(pass)};`;
  return `WIFI:T:${encryption};S:${escapeField(ssid)};${password}${hidden ? 'H:true;' : ''};`;
}
