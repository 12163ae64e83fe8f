// The first characters that make a spreadsheet treat a cell as a formula, and those that it skips before a formula.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Formats a cell that every spreadsheet treats as text: a possible formula gets an apostrophe in front. */
function writeCell(value: string | number): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  // Some spreadsheets also split at semicolons and tabs, except inside quotes.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats one line of a CSV file (RFC 4180), including its line ending. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

/** The value of a cell, without the apostrophe that protects it from being a formula. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}
