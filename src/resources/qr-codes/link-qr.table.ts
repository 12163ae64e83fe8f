/** The design of the QR code of a link, if it is not the default one. */
export interface LinkQrTable {
  link_id: number;
  user_id: number;
  design: string;
  logo: string | null;
  logo_bytes: Uint8Array | null;
}
