import { defineTexts } from '../lib/texts.ts';

export const takeDownTexts = defineTexts(
  {
    mine: 'Mine',
    everyone: 'All users',
    owner: 'Owner',
    status: 'Status',
    active: 'Active',
    disabled: 'Disabled',
    byAdministrator: 'Disabled by an administrator',
    note: 'Disabled by an administrator. Visitors no longer see it. You can edit it, but only an administrator can enable it again.',
    disable: 'Disable',
    enable: 'Enable',
    wasDisabled: 'Disabled. Visitors no longer see it.',
    wasEnabled: 'Enabled.',
    show: 'Show content',
  },
  {
    de: {
      mine: 'Meine',
      everyone: 'Alle Benutzer',
      owner: 'Besitzer',
      status: 'Status',
      active: 'Aktiv',
      disabled: 'Deaktiviert',
      byAdministrator: 'Von der Administration deaktiviert',
      note: 'Von der Administration deaktiviert. Besucher sehen es nicht mehr. Sie können es bearbeiten, aber nur die Administration kann es wieder aktivieren.',
      disable: 'Deaktivieren',
      enable: 'Aktivieren',
      wasDisabled: 'Deaktiviert. Besucher sehen es nicht mehr.',
      wasEnabled: 'Aktiviert.',
      show: 'Inhalt zeigen',
    },
  },
);
