const MAX_LENGTH = 60;

// Letters that Unicode does not decompose into a basic letter (a to z) and a diacritic.
const TRANSLITERATIONS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Turns a name into a slug; "" if no character of it can be used. */
export function slugify(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => TRANSLITERATIONS[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
}
