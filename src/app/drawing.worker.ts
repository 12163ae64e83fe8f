import { drawCard } from '../cards/draw-card.ts';
import { drawPicture } from '../resources/qr-codes/draw-picture.ts';
import type { Drawn } from './drawing-thread.ts';
import { serveTasks } from './on-demand-thread.ts';

declare const self: Worker;

serveTasks(self, async (drawn: Drawn) =>
  'card' in drawn ? drawCard(drawn.card) : drawPicture(drawn.picture, drawn.kind),
);
