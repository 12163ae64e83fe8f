import { drawCard } from '../cards/draw-card.ts';
import { drawPicture } from '../resources/qr-codes/draw-picture.ts';
import type { Drawn } from './drawing-thread.ts';
import { serveOrders } from './on-demand-thread.ts';

declare const self: Worker;

serveOrders(self, async (drawn: Drawn) =>
  'card' in drawn ? drawCard(drawn.card) : drawPicture(drawn.picture, drawn.kind),
);
