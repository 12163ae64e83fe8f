import { z } from 'zod';
import { publishedStatusOf } from '../../core/take-down.ts';
import { ownerViews } from '../../http/all-users.ts';
import { colorView } from '../../http/design-fields.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';
import { disabledByViews, showDisabledBy, statusView } from '../../http/published-fields.ts';
import { warningViews } from '../../http/warnings.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { contactFields, overlayPositions, overlayTypes } from '../../pages/overlay-content.ts';
import type { Overlay } from './overlay.ts';

const commonViews = {
  id: idField,
  type: z.enum(overlayTypes).describe('Type of the overlay'),
  name: z.string().describe('Private name'),
  date: dateTimeView,
  position: z.enum(overlayPositions).describe('Position'),
  delay: z.int().describe('Seconds before it shows'),
  dismissable: z.boolean().describe('Whether visitors can close it'),
  responses: z.int().min(0).describe('Number of responses'),
  status: statusView,
  ...disabledByViews,
};

/** An overlay in a list. */
export const overlayView = z.strictObject({ ...commonViews, ...ownerViews });

const nullableText = z.string().nullable();
const idView = z.int().nullable();
const urlView = z.url().nullable();

const designViews = {
  background: colorView.describe('Background color'),
  foreground: colorView.describe('Text color'),
  accent: colorView.describe('Button color'),
  logo: idView.describe('ID of its logo'),
  logo_url: urlView.describe('URL of its logo'),
};

const text = nullableText.describe('Text; null = default text');
const button = nullableText.describe('Button label');
const button_url = urlView.describe('Destination of the button');
const thanks = nullableText.describe('Shown after a visitor has sent a response');

const contentViews = {
  message: { text, button, button_url },
  contact: { text, fields: z.array(z.enum(contactFields)).describe('Fields of the form'), button, thanks },
  poll: {
    question: nullableText.describe('The question'),
    answers: z.array(z.string()).describe('Its answers'),
    thanks,
  },
  newsletter: { text, button, thanks },
  image: {
    picture: idView.describe('ID of its image'),
    picture_url: urlView.describe('URL of its image'),
    link: urlView.describe('Destination of the image'),
    alt: nullableText.describe('Description of the image'),
  },
  coupon: { text, code: nullableText.describe('The code'), button, button_url },
};

function detailsOf<Type extends keyof typeof contentViews>(type: Type) {
  const views = { ...commonViews, type: z.literal(type).describe(`A ${type}`) };
  return z.strictObject({ ...views, ...designViews, ...contentViews[type] });
}

/** One overlay with all fields. */
const overlayDetails = z.discriminatedUnion('type', [
  detailsOf('message'),
  detailsOf('contact'),
  detailsOf('poll'),
  detailsOf('newsletter'),
  detailsOf('image'),
  detailsOf('coupon'),
]);

export const overlayListPage = pageAnswer('cta', overlayView);
export const previewOverlayAnswer = answerOf({ html: z.string().describe('The whole page'), ...warningViews });
export const getOverlayAnswer = answerOf({ details: overlayDetails });
export const createOverlayAnswer = answerOf({ id: idField, ...warningViews });
export const updateOverlayAnswer = messageAnswer('Overlay has been updated successfully.').extend({
  ...warningViews,
});
export const deleteOverlayAnswer = messageAnswer('Overlay has been deleted successfully.').extend({
  links: z.int().min(0).describe('Number of links that showed it; they now redirect straight to their destinations'),
});

export function toOverlayView(overlay: Overlay): z.output<typeof overlayView> {
  const { id, content, name, position, delaySeconds, isDismissable, responses, createdAt } = overlay;
  return {
    ...{ id, type: content.type, name, date: formatDateTime(createdAt), position },
    ...{ delay: delaySeconds, dismissable: isDismissable, responses },
    status: publishedStatusOf(overlay.disabledBy),
    ...showDisabledBy(overlay.disabledBy),
  };
}

/** `fileUrlOf` returns the public URL of a file. */
export function toOverlayDetails(overlay: Overlay, fileUrlOf: (id: number) => string): z.output<typeof overlayDetails> {
  const { content, colors, picture, logo } = overlay;
  const pictureViews = { picture: picture?.id ?? null, picture_url: picture && fileUrlOf(picture.id) };
  return {
    ...toOverlayView(overlay),
    ...colors,
    ...{ logo: logo?.id ?? null, logo_url: logo && fileUrlOf(logo.id) },
    ...(content.type === 'image' && pictureViews),
    ...content,
  } as z.output<typeof overlayDetails>;
}
