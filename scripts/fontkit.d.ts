// The part of fontkit that we use; the package has no types.
declare module 'fontkit' {
  interface Point {
    x: number;
    y: number;
    onCurve: boolean;
  }

  interface FontGlyph {
    advanceWidth: number;
    _getContours(): Point[][];
  }

  interface Font {
    unitsPerEm: number;
    capHeight: number;
    characterSet: number[];
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): FontGlyph;
  }

  export function create(file: Uint8Array): Font;
}
