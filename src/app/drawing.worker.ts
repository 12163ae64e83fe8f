import { drawCard } from '../cards/draw-card.ts';
import { drawPicture } from '../resources/qr-codes/draw-picture.ts';
import type { DrawingNews, DrawingOrder } from './drawing-thread.ts';

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<DrawingOrder>) => {
  const { id } = data;
  try {
    const bytes = await ('card' in data ? drawCard(data.card) : drawPicture(data.picture, data.kind));
    self.postMessage({ id, bytes } satisfies DrawingNews);
  } catch (error) {
    self.postMessage({ id, problem: error instanceof Error ? error.message : String(error) } satisfies DrawingNews);
  }
};
