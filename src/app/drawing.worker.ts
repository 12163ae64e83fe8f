import { drawPicture } from '../resources/qr-codes/draw-picture.ts';
import type { DrawingNews, DrawingOrder } from './drawing-thread.ts';

declare const self: Worker;

self.onmessage = async ({ data: { id, picture, kind } }: MessageEvent<DrawingOrder>) => {
  try {
    const bytes = await drawPicture(picture, kind);
    self.postMessage({ id, bytes } satisfies DrawingNews);
  } catch (error) {
    self.postMessage({ id, problem: error instanceof Error ? error.message : String(error) } satisfies DrawingNews);
  }
};
