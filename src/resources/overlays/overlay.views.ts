import { z } from 'zod';
import { publishedStatusOf } from '../../core/take-down.ts';
import { ownerViews } from '../../http/all-users.ts';
import { colourView } from '../../http/design-fields.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';
import { disabledByViews, showDisabledBy, statusView } from '../../http/published-fields.ts';
import { warningViews } from '../../http/warnings.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { contactFields, overlayPositions, overlayTypes } from '../../pages/overlay-content.ts';
import type { Overlay } from './overlay.ts';

const commonViews = {
  id: idField,
  type: z.enum(overlayTypes).describe('What kind of overlay it is'),
  name: z.string().describe('Name of your own'),
  date: dateTimeView,
  position: z.enum(overlayPositions).describe('Where it stands'),
  delay: z.int().describe('Seconds before it shows'),
  dismissable: z.boolean().describe('Whether visitors can close it'),
  responses: z.int().min(0).describe('How many visitors have sent something'),
  status: statusView,
  ...disabledByViews,
};

/** An overlay in a list. */
export const overlayView = z.strictObject({ ...commonViews, ...ownerViews });

const ownText = z.string().nullable();
const idView = z.int().nullable();
const urlView = z.url().nullable();

const designViews = {
  background: colourView.describe('Colour of the ground'),
  foreground: colourView.describe('Colour of the text'),
  accent: colourView.describe('Colour of the button'),
  logo: idView.describe('Id of its logo'),
  logo_url: urlView.describe('Where its logo is'),
};

const text = ownText.describe('What it says; null leaves it to the house');
const button = ownText.describe('Label of the button');
const button_url = urlView.describe('Where the button leads');
const thanks = ownText.describe('Shown to whoever has sent something');

const contentViews = {
  message: { text, button, button_url },
  contact: { text, fields: z.array(z.enum(contactFields)).describe('What is asked for'), button, thanks },
  poll: { question: ownText.describe('The question'), answers: z.array(z.string()).describe('Its answers'), thanks },
  newsletter: { text, button, thanks },
  image: {
    picture: idView.describe('Id of its picture'),
    picture_url: urlView.describe('Where its picture is'),
    link: urlView.describe('Where the picture leads'),
    alt: ownText.describe('What the picture shows'),
  },
  coupon: { text, code: ownText.describe('The code'), button, button_url },
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

export const drawOverlayPage = pageAnswer('cta', overlayView);
export const previewOverlayAnswer = answerOf({ html: z.string().describe('The whole page'), ...warningViews });
export const getOverlayAnswer = answerOf({ details: overlayDetails });
export const createOverlayAnswer = answerOf({ id: idField, ...warningViews });
export const updateOverlayAnswer = messageAnswer('Overlay has been updated successfully.').extend({
  ...warningViews,
});
export const deleteOverlayAnswer = messageAnswer('Overlay has been deleted successfully.').extend({
  links: z.int().min(0).describe('How many links showed it; they lead on directly now'),
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
  const { content, colours, picture, logo } = overlay;
  const pictureViews = { picture: picture?.id ?? null, picture_url: picture && fileUrlOf(picture.id) };
  return {
    ...toOverlayView(overlay),
    ...colours,
    ...{ logo: logo?.id ?? null, logo_url: logo && fileUrlOf(logo.id) },
    ...(content.type === 'image' && pictureViews),
    ...content,
  } as z.output<typeof overlayDetails>;
}
