import { Resvg } from '@resvg/resvg-js';
import { layOut } from '../qr/drawing.ts';
import type { QrPicture } from '../qr/picture.ts';
import { drawPng } from '../qr/png.ts';
import { CARD_WIDTH, type Card, type DrawCard } from './card.ts';
import { CODE_BOX, cardSvg, type PlacedCode } from './card-svg.ts';

/** The code as an image at exactly its size on the card, so that it is not resampled. */
async function placeCode(picture: QrPicture): Promise<PlacedCode> {
  const { width, height } = layOut(picture);
  const size = Math.floor(Math.min(CODE_BOX.width, (CODE_BOX.height * width) / height));
  const png = await drawPng({ ...picture, size });
  const address = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  return { address, width: size, height: Math.round((size * height) / width) };
}

async function draw({ code, ...card }: Card): Promise<Buffer<ArrayBuffer>> {
  const svg = cardSvg(card, code && (await placeCode(code)));
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: CARD_WIDTH } });
  return Buffer.from(image.render().asPng());
}

/** Draws the PNG on this thread, which blocks it for a while. */
export const drawCard: DrawCard = draw;
