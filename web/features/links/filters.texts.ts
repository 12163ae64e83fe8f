import { defineTexts } from '../../lib/texts.ts';

export const filterTexts = defineTexts(
  {
    filter: 'Filter',
    filters: 'Filters',
    clear: 'Clear all',
    remove: (name: string) => `Remove filter: ${name}`,
    any: {
      tag: 'Any tag',
      channel: 'Any channel',
      campaign: 'Any campaign',
      domain: 'Any domain',
      status: 'Any status',
      type: 'Any type',
    },
    names: {
      tag: 'Tag',
      channel: 'Channel',
      campaign: 'Campaign',
      domain: 'Domain',
      status: 'Status',
      type: 'Redirect type',
    },
    statuses: { active: 'Active', disabled: 'Disabled' },
    types: { direct: 'Direct', frame: 'Framed', splash: 'Splash page', overlay: 'Overlay' },
    unknown: '(deleted)',
  },
  {
    de: {
      filter: 'Filtern',
      filters: 'Filter',
      clear: 'Alle zurücksetzen',
      remove: (name) => `Filter entfernen: ${name}`,
      any: {
        tag: 'Alle Schlagwörter',
        channel: 'Alle Kanäle',
        campaign: 'Alle Kampagnen',
        domain: 'Alle Domains',
        status: 'Alle Status',
        type: 'Alle Arten',
      },
      names: {
        tag: 'Schlagwort',
        channel: 'Kanal',
        campaign: 'Kampagne',
        domain: 'Domain',
        status: 'Status',
        type: 'Weiterleitungsart',
      },
      statuses: { active: 'Aktiv', disabled: 'Deaktiviert' },
      types: { direct: 'Direkt', frame: 'Im Frame', splash: 'Zwischenseite', overlay: 'Overlay' },
      unknown: '(gelöscht)',
    },
  },
);
