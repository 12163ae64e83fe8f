import { describe, expect, test } from 'bun:test';
import { lineWidth } from '../qr/caption.ts';
import { drawableText, fitText } from './card-text.ts';

const STYLE = { bolderBy: 0, tracking: 0 };
const RULE = { sizes: [60, 40], maxLines: 3 };

describe('the text of a card', () => {
  test.each([
    ['Spring sale', 'Spring sale'],
    ['  two   blanks\n\tand lines ', 'two blanks and lines'],
    ['Łódź, Привет, Ελλάδα, Việt Nam', 'Łódź, Привет, Ελλάδα, Việt Nam'],
    ['Cafe\u0301', 'Café'],
    ['🦊 Fox 👩‍👩‍👧 news', 'Fox news'],
    ['日本 Travel guide', 'Travel guide'],
    ['a\u202eb\u0000c', 'a b c'],
  ])('%j is drawn as %j', (text, drawn) => expect(drawableText(text)).toBe(drawn));

  test.each(['春の大セール 2026', 'مرحبا بالعالم', 'שלום', 'नमस्ते', '🎉🎉🎉', '', '   ', '···'])(
    '%j has too few drawable characters',
    (text) => expect(drawableText(text)).toBeUndefined(),
  );

  test('short titles are set large, long ones small', () => {
    expect(fitText('Spring sale', 600, RULE, STYLE)).toEqual({ lines: ['Spring sale'], fontSize: 60 });
    const { fontSize, lines } = fitText('word '.repeat(14).trim(), 600, RULE, STYLE);
    expect([fontSize, lines.join(' ')]).toEqual([40, 'word '.repeat(14).trim()]);
  });

  test('text that does not fit at the smallest size ends with an ellipsis, and no line is too wide', () => {
    for (const text of ['many words '.repeat(50), 'x'.repeat(500), `https://example.com/${'long-path/'.repeat(40)}`]) {
      const { fontSize, lines } = fitText(text.trim(), 600, RULE, STYLE);
      expect([fontSize, lines.length]).toEqual([40, 3]);
      expect(lines.at(-1)).toMatch(/[^\s.-]…$/);
      for (const line of lines) expect(lineWidth(line, STYLE) * fontSize).toBeLessThanOrEqual(600);
    }
  });

  test('line breaks lose no text, and URLs break after punctuation', () => {
    const address = 'https://sub.department.some-long-name.example.com/path';
    const { lines } = fitText(address, 500, RULE, STYLE);
    expect(lines.join('')).toBe(address);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/[/.-]$/);
  });

  test('a line narrower than any letter still terminates', () => {
    expect(fitText('abc', 1, { sizes: [40], maxLines: 2 }, STYLE).lines).toHaveLength(2);
  });
});
