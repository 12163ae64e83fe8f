import { z } from 'zod';
import { ownerViews } from '../../http/all-users.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';
import { disabledByViews, showDisabledBy } from '../../http/published-fields.ts';
import { statisticsView } from '../../http/statistics-view.ts';
import { warningViews } from '../../http/warnings.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { networks } from '../../pages/bio/icons.ts';
import { themeNames } from '../../pages/bio/themes.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import type { Block } from './bio.block.ts';
import { type BioPage, bioStatusOf, bioUrlOf, shownBioStatuses, type WholeBioPage } from './bio.ts';

const bioFields = {
  id: idField,
  name: z.string().describe('Name on the page'),
  slug: z.string().describe('Last part of its URL'),
  domain: z.string().describe('Its branded domain; empty on the main host'),
  link: z.url().describe('URL of the page'),
  views: z.int().min(0).describe('Visits by people'),
  date: dateTimeView,
  status: z.enum(shownBioStatuses).describe('published, draft (not visible), or disabled'),
  ...disabledByViews,
  theme: z.enum(themeNames).describe('Theme'),
};

/** A bio page in a list. */
export const bioView = z.strictObject({ ...bioFields, ...ownerViews });

const textView = z.string();
const fileView = z.int().min(1).nullable().describe('ID of an uploaded image');
const addressView = z.url().nullable();
const commonFields = { id: idField, clicks: z.int().min(0).describe('Clicks by people') };

function kind<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ ...commonFields, type: z.literal(type), ...shape });
}

const blockView = z.discriminatedUnion('type', [
  kind('link', { title: textView, url: z.url(), note: textView, picture: fileView, featured: z.boolean() }),
  kind('heading', { text: textView }),
  kind('text', { text: textView }),
  kind('picture', { picture: z.int().min(1), alt: textView, caption: textView, url: addressView }),
  kind('social', { network: z.enum(networks), url: z.url() }),
  kind('qr', { url: addressView, caption: textView }),
  kind('email', { email: textView, title: textView, subject: textView }),
  kind('phone', { phone: textView, title: textView }),
  kind('video', { url: z.url(), title: textView, picture: fileView }),
  kind('divider', {}),
]);

/** One bio page with all fields. */
const bioDetails = z.strictObject({
  ...bioFields,
  headline: textView.describe('One line under the name'),
  text: textView.describe('Text about you'),
  avatar: fileView,
  accent: z.string().nullable().describe('Custom color; null = the theme’s'),
  language: textView.describe('Language of the page'),
  footer: z.boolean().describe('Whether the page has our name in its footer'),
  metatitle: textView.describe('Title for search engines and social networks'),
  metadescription: textView.describe('Description for search engines and social networks'),
  blocks: z.array(blockView).describe('Its blocks in order, each with its clicks'),
});

const bioStatistics = statisticsView(z.int());

export type BioStatistics = z.output<typeof bioStatistics>;

export const previewBioAnswer = answerOf({ html: z.string().describe('The whole page'), ...warningViews });
export const bioPageList = pageAnswer('bio', bioView);
export const getBioAnswer = answerOf({ details: bioDetails, data: bioStatistics });
export const createBioAnswer = answerOf({
  id: idField,
  link: z.url().describe('URL of the page'),
  ...warningViews,
});
export const updateBioAnswer = messageAnswer('Bio page has been updated successfully.').extend({
  ...warningViews,
});
export const deleteBioAnswer = messageAnswer('Bio page has been deleted successfully.');

/** `origin` is the start of its URL. */
export function toBioView(page: BioPage, origin: string): z.output<typeof bioView> {
  const { id, name, slug, views, createdAt, theme } = page;
  const status = bioStatusOf(page);
  const date = formatDateTime(createdAt);
  const domain = page.domainId === MAIN_DOMAIN ? '' : origin;
  const link = bioUrlOf(origin, page);
  return { id, name, slug, domain, link, views, date, status, ...showDisabledBy(page.disabledBy), theme };
}

function toBlockView({ id, data, clicks }: Block): z.output<typeof blockView> {
  return { id, clicks, ...data };
}

export function toBioDetails({ page, blocks }: WholeBioPage, origin: string): z.output<typeof bioDetails> {
  const { headline, text, avatar, accent, language, hasFooter, metaTitle, metaDescription } = page;
  return {
    ...toBioView(page, origin),
    headline,
    text,
    avatar,
    accent,
    language,
    footer: hasFooter,
    metatitle: metaTitle,
    metadescription: metaDescription,
    blocks: blocks.map(toBlockView),
  };
}
