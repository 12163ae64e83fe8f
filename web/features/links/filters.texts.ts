import { defineTexts } from '../../lib/texts.ts';

export const filterTexts = defineTexts(
  {
    filter: 'Filter',
    filters: 'Filters',
    clear: 'Clear',
    remove: (name: string) => `No longer filter by ${name}`,
    any: {
      tag: 'Any tag',
      channel: 'Any channel',
      campaign: 'Any campaign',
      domain: 'Any',
      status: 'Any',
      type: 'Any',
    },
    names: {
      tag: 'Tag',
      channel: 'Channel',
      campaign: 'Campaign',
      domain: 'Domain',
      status: 'State',
      type: 'Redirection',
    },
    statuses: { active: 'On', disabled: 'Off' },
    types: { direct: 'Direct', frame: 'In a frame', splash: 'With a splash page', overlay: 'With an overlay' },
    unknown: 'deleted',
  },
  {
    de: {
      filter: 'Filtern',
      filters: 'Filter',
      clear: 'Zurücksetzen',
      remove: (name) => `Nicht mehr filtern nach ${name}`,
      any: {
        tag: 'Jedes Schlagwort',
        channel: 'Jeder Kanal',
        campaign: 'Jede Kampagne',
        domain: 'Jede',
        status: 'Jeder',
        type: 'Jede',
      },
      names: {
        tag: 'Schlagwort',
        channel: 'Kanal',
        campaign: 'Kampagne',
        domain: 'Domain',
        status: 'Zustand',
        type: 'Weiterleitung',
      },
      statuses: { active: 'An', disabled: 'Aus' },
      types: { direct: 'Direkt', frame: 'Im Rahmen', splash: 'Mit Zwischenseite', overlay: 'Mit Overlay' },
      unknown: 'gelöscht',
    },
  },
);
