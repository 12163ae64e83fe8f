const TYPES = { csv: 'text/csv', json: 'application/json' } as const;

/** Downloads a text as a file named `NAME.csv` or `NAME.json`. */
export function download(name: string, kind: keyof typeof TYPES, text: string): void {
  // The byte order mark tells spreadsheets that the file is UTF-8.
  const parts = kind === 'csv' ? ['\ufeff', text] : [text];
  const url = URL.createObjectURL(new Blob(parts, { type: `${TYPES[kind]};charset=utf-8` }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = `${name.replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '')}.${kind}`;
  anchor.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
