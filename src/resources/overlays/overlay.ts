import { failure } from '../../core/errors.ts';
import type { DisabledBy } from '../../core/take-down.ts';
import type { ContentOf, OverlayContent, OverlayPosition, OverlayType } from '../../pages/overlay-content.ts';
import type { ChosenColours } from '../../pages/palette.ts';
import type { PagePicture } from '../files/file.ts';

/** A call to action that a link shows over its target. */
export interface Overlay {
  id: number;
  userId: number;
  name: string;
  content: OverlayContent;
  position: OverlayPosition;
  colours: ChosenColours;
  delaySeconds: number;
  isDismissable: boolean;
  /** Of an image. */
  picture: PagePicture | null;
  logo: PagePicture | null;
  /** How many visitors have sent something back. */
  responses: number;
  /** Null where it is active; links do not show a disabled one. */
  disabledBy: DisabledBy | null;
  createdAt: number;
}

/** How long one may be left alone with the target before the overlay shows. */
export const MAX_DELAY_SECONDS = 60;

/** What an overlay of each type holds before anything is set. */
export const emptyContents: { [Type in OverlayType]: ContentOf<Type> } = {
  message: { type: 'message', text: null, button: null, button_url: null },
  contact: { type: 'contact', text: null, fields: ['name', 'email', 'message'], button: null, thanks: null },
  poll: { type: 'poll', question: null, answers: ['Yes', 'No'], thanks: null },
  newsletter: { type: 'newsletter', text: null, button: null, thanks: null },
  image: { type: 'image', alt: null, link: null },
  coupon: { type: 'coupon', text: null, code: null, button: null, button_url: null },
};

/** Where an overlay of each type stands if nobody says otherwise. */
export const usualPositions: Record<OverlayType, OverlayPosition> = {
  message: 'bottom',
  contact: 'bottom-right',
  poll: 'bottom-right',
  newsletter: 'bottom-right',
  image: 'center',
  coupon: 'bottom-right',
};

/** Says what an overlay still lacks to be of use. */
export function warnAboutGaps(content: OverlayContent, hasPicture: boolean): string | undefined {
  if (content.type === 'image' && !hasPicture)
    return 'It has no picture yet, so that nothing is shown over the target.';
  if (content.type === 'coupon' && content.code === null) return 'It has no code yet.';
  return undefined;
}

export const overlayNotFound = failure(
  'not_found',
  'overlay_not_found',
  'Overlay not found.',
  'Take the id from `GET /api/overlay`.',
);

export const responseNotFound = failure(
  'not_found',
  'response_not_found',
  'Response not found.',
  'Take the id from `GET /api/overlay/:id/responses`.',
);
