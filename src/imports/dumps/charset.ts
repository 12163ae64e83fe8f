/** Decodes the bytes of a text, one for each character of `raw`. */
export type DecodeText = (raw: string) => string;

// Names of MySQL and PostgreSQL. In all of these, the bytes of quotes and backslashes mean nothing else.
const LABELS: Record<string, string> = {
  utf8: 'utf-8',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  ascii: 'utf-8',
  sql_ascii: 'utf-8',
  binary: 'utf-8',
  // What MySQL calls latin1 is the code page of Windows.
  latin1: 'windows-1252',
  win1252: 'windows-1252',
  latin2: 'iso-8859-2',
  latin5: 'windows-1254',
  latin7: 'iso-8859-13',
  latin9: 'iso-8859-15',
  cp1250: 'windows-1250',
  win1250: 'windows-1250',
  cp1251: 'windows-1251',
  win1251: 'windows-1251',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  cp866: 'ibm866',
  koi8r: 'koi8-r',
  koi8u: 'koi8-u',
  greek: 'iso-8859-7',
  hebrew: 'iso-8859-8',
  ujis: 'euc-jp',
  euckr: 'euc-kr',
  euc_kr: 'euc-kr',
  euc_jp: 'euc-jp',
};

/** The decoder of a character set by its name in a dump; undefined for one that cannot be read. */
export function findDecoder(charset: string): DecodeText | undefined {
  const label = LABELS[charset.toLowerCase()];
  if (label === undefined) return undefined;
  if (label === 'utf-8') return (raw) => Buffer.from(raw, 'latin1').toString('utf8');
  const decoder = new TextDecoder(label as Bun.Encoding);
  return (raw) => decoder.decode(Buffer.from(raw, 'latin1'));
}
