import { defineTexts } from '../../lib/texts.ts';

export const cardTexts = defineTexts(
  {
    preview: 'Preview',
    feed: 'In a feed',
    chat: 'In a chat',
    own: 'Nothing set: social networks will use the destination’s own preview.',
    locked: 'No preview is shown for password-protected links.',
    stopped: 'No preview is shown while the link is inactive.',
    noTarget: 'Enter a destination to see the preview.',
    titleFromHost: 'Without a title, the destination’s domain is shown.',
    noText: 'No description will be shown.',
    noPicture: 'Without an image, the preview is smaller.',
    elsewhere: (host: string) => `Image hosted on ${host}. Social networks load it from there; it isn’t shown here.`,
    notPicture: 'That isn’t a full image URL.',
  },
  {
    de: {
      preview: 'Vorschau',
      feed: 'In einem Feed',
      chat: 'In einem Chat',
      own: 'Nichts eingetragen: Soziale Netzwerke verwenden die Vorschau des Ziels.',
      locked: 'Für passwortgeschützte Links wird keine Vorschau angezeigt.',
      stopped: 'Solange der Link inaktiv ist, wird keine Vorschau angezeigt.',
      noTarget: 'Geben Sie ein Ziel ein, um die Vorschau zu sehen.',
      titleFromHost: 'Ohne Titel wird die Domain des Ziels angezeigt.',
      noText: 'Es wird keine Beschreibung angezeigt.',
      noPicture: 'Ohne Bild ist die Vorschau kleiner.',
      elsewhere: (host) =>
        `Das Bild liegt auf ${host}. Soziale Netzwerke laden es von dort; hier wird es nicht angezeigt.`,
      notPicture: 'Das ist keine vollständige Bild-URL.',
    },
  },
);
