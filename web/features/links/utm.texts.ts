import { defineTexts } from '../../lib/texts.ts';

export const utmTexts = defineTexts(
  {
    hint: 'Added to the destination URL so your analytics can attribute visits.',
    fields: {
      utm_source: 'Source (utm_source)',
      utm_medium: 'Medium (utm_medium)',
      utm_campaign: 'Campaign (utm_campaign)',
      utm_term: 'Term (utm_term)',
      utm_content: 'Content (utm_content)',
    },
    examples: {
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring-sale',
      utm_term: 'running shoes',
      utm_content: 'second button',
    },
    inTarget: (value: string) => `${value} (already in the destination)`,
    others: 'Other parameters',
    result: 'Final URL',
  },
  {
    de: {
      hint: 'Werden an die Ziel-URL angehängt, damit Ihre Webanalyse Besuche zuordnen kann.',
      fields: {
        utm_source: 'Quelle (utm_source)',
        utm_medium: 'Medium (utm_medium)',
        utm_campaign: 'Kampagne (utm_campaign)',
        utm_term: 'Begriff (utm_term)',
        utm_content: 'Inhalt (utm_content)',
      },
      examples: {
        utm_source: 'newsletter',
        utm_medium: 'email',
        utm_campaign: 'fruehling',
        utm_term: 'laufschuhe',
        utm_content: 'zweiter-button',
      },
      inTarget: (value) => `${value} (bereits im Ziel)`,
      others: 'Andere Parameter',
      result: 'Endgültige URL',
    },
  },
);

/** The five parameters that analytics know, in their usual order. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export type UtmName = (typeof utmNames)[number];
