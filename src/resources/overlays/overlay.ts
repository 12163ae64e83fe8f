import { type ApiMessage, warning } from '../../core/api-messages.ts';
import { failure } from '../../core/errors.ts';
import type { DisabledBy } from '../../core/take-down.ts';
import type { ContentOf, OverlayContent, OverlayPosition, OverlayType } from '../../pages/overlay-content.ts';
import type { ChosenColors } from '../../pages/palette.ts';
import type { PagePicture } from '../files/file.ts';

/** A call to action that a link shows over its destination. */
export interface Overlay {
  id: number;
  userId: number;
  name: string;
  content: OverlayContent;
  position: OverlayPosition;
  colors: ChosenColors;
  delaySeconds: number;
  isDismissable: boolean;
  /** Only for an image. */
  picture: PagePicture | null;
  logo: PagePicture | null;
  /** How many responses visitors have submitted. */
  responses: number;
  /** Null while it is active; links do not show a disabled overlay. */
  disabledBy: DisabledBy | null;
  createdAt: number;
}

/** The longest delay before the overlay appears. */
export const MAX_DELAY_SECONDS = 60;

/** The default content of each type. */
export const emptyContents: { [Type in OverlayType]: ContentOf<Type> } = {
  message: { type: 'message', text: null, button: null, button_url: null },
  contact: { type: 'contact', text: null, fields: ['name', 'email', 'message'], button: null, thanks: null },
  poll: { type: 'poll', question: null, answers: ['Yes', 'No'], thanks: null },
  newsletter: { type: 'newsletter', text: null, button: null, thanks: null },
  image: { type: 'image', alt: null, link: null },
  coupon: { type: 'coupon', text: null, code: null, button: null, button_url: null },
};

/** The default position of each type. */
export const defaultPositions: Record<OverlayType, OverlayPosition> = {
  message: 'bottom',
  contact: 'bottom-right',
  poll: 'bottom-right',
  newsletter: 'bottom-right',
  image: 'center',
  coupon: 'bottom-right',
};

/** Warns if the overlay lacks something that it needs. */
export function warnAboutGaps(content: OverlayContent, hasPicture: boolean): ApiMessage | undefined {
  if (content.type === 'image' && !hasPicture) return warning('overlay_image_missing');
  if (content.type === 'coupon' && content.code === null) return warning('overlay_code_missing');
  return undefined;
}

export const overlayNotFound = failure('not_found', 'overlay_not_found', 'Get the ID from `GET /api/overlay`.');

export const responseNotFound = failure(
  'not_found',
  'response_not_found',
  'Get the ID from `GET /api/overlay/:id/responses`.',
);
