import { defineTexts } from '../../lib/texts.ts';

export const utmTexts = defineTexts(
  {
    hint: 'Set on the target, so that your own analytics can tell where a visit came from.',
    fields: {
      utm_source: 'Source',
      utm_medium: 'Medium',
      utm_campaign: 'Campaign name',
      utm_term: 'Term',
      utm_content: 'Content',
    },
    examples: {
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring-sale',
      utm_term: 'running shoes',
      utm_content: 'second button',
    },
    inTarget: (value: string) => `${value} (in the target)`,
    others: 'Other parameters',
    result: 'Leads to',
  },
  {
    de: {
      hint: 'Werden ans Ziel gehängt, damit Ihre eigene Statistik sieht, woher ein Besuch kam.',
      fields: {
        utm_source: 'Quelle',
        utm_medium: 'Medium',
        utm_campaign: 'Name der Kampagne',
        utm_term: 'Begriff',
        utm_content: 'Inhalt',
      },
      examples: {
        utm_source: 'newsletter',
        utm_medium: 'email',
        utm_campaign: 'fruehling',
        utm_term: 'laufschuhe',
        utm_content: 'zweiter knopf',
      },
      inTarget: (value) => `${value} (im Ziel)`,
      others: 'Andere Parameter',
      result: 'Führt zu',
    },
  },
);

/** The five parameters that analytics know, in their usual order. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

export type UtmName = (typeof utmNames)[number];
