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
    note: 'Disabled by an administrator. Visitors can no longer see it. You can edit it, but only an administrator can enable it again.',
    disable: 'Disable',
    enable: 'Enable',
    wasDisabled: 'Disabled. Visitors can no longer see it.',
    wasEnabled: 'Enabled.',
    show: 'Show content',
  },
  {
    de: {
      mine: 'Meine',
      everyone: 'Alle Benutzer',
      owner: 'Eigentümer',
      status: 'Status',
      active: 'Aktiv',
      disabled: 'Deaktiviert',
      byAdministrator: 'Von einem Administrator deaktiviert',
      note: 'Von einem Administrator deaktiviert. Besucher sehen den Inhalt nicht mehr. Sie können ihn bearbeiten, aber nur ein Administrator kann ihn wieder aktivieren.',
      disable: 'Deaktivieren',
      enable: 'Aktivieren',
      wasDisabled: 'Deaktiviert. Besucher sehen den Inhalt nicht mehr.',
      wasEnabled: 'Aktiviert.',
      show: 'Inhalt anzeigen',
    },
  },
);
