import type { Card, DrawCard } from '../cards/card.ts';
import type { Log } from '../lib/log.ts';
import type { QrPicture } from '../qr/picture.ts';
import type { DrawPicture, PictureKind } from '../resources/qr-codes/picture-kind.ts';
import { OnDemandThread } from './on-demand-thread.ts';

/** What the thread draws. */
export type Drawn = { picture: QrPicture; kind: PictureKind } | { card: Card };

type PictureBytes = Uint8Array<ArrayBuffer>;

const IDLE_MS = 60_000;

/** Draws on a separate thread, because a large picture takes most of a second, which would block redirects. It ends when it is idle. */
export class DrawingThread {
  readonly #thread: OnDemandThread<Drawn, PictureBytes>;

  constructor(log: Log) {
    const program = new URL('./drawing.worker.ts', import.meta.url);
    this.#thread = new OnDemandThread({ name: 'drawing', program, log, idleMs: IDLE_MS });
  }

  readonly draw: DrawPicture = (picture, kind) => this.#run({ picture, kind });
  readonly drawCard: DrawCard = (card) => this.#run({ card });

  stop(): void {
    this.#thread.stop();
  }

  async #run(drawn: Drawn): Promise<PictureBytes> {
    try {
      return await this.#thread.run(drawn);
    } catch (error) {
      throw new Error(`a picture could not be drawn: ${(error as Error).message}`);
    }
  }
}

/** Loads the functions that draw pictures on this thread. With a drawing thread, this thread loads none of that code. */
export async function loadDrawing() {
  const [{ drawPicture: draw }, { drawCard }] = await Promise.all([
    import('../resources/qr-codes/draw-picture.ts'),
    import('../cards/draw-card.ts'),
  ]);
  return { draw, drawCard };
}
