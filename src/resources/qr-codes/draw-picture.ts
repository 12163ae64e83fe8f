import { drawPdf } from '../../qr/pdf.ts';
import { drawPng } from '../../qr/png.ts';
import { drawSvg } from '../../qr/svg.ts';
import type { DrawPicture } from './picture-kind.ts';

/** Draws the file on this thread; a large PNG blocks it for most of a second. */
export const drawPicture: DrawPicture = async (picture, kind) => {
  switch (kind) {
    case 'png':
      return Buffer.from(await drawPng(picture));
    case 'svg':
      return Buffer.from(drawSvg(picture));
    case 'pdf':
      return Buffer.from(drawPdf(picture));
  }
};
