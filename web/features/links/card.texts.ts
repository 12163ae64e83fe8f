import { defineTexts } from '../../lib/texts.ts';

export const cardTexts = defineTexts(
  {
    preview: 'Preview',
    feed: 'In a feed',
    chat: 'In a chat',
    own: 'Nothing is set here, so networks show what the target says of itself.',
    locked: 'The link asks for a password, so networks get no card.',
    stopped: 'The link does not lead anywhere now, so networks get no card.',
    noTarget: 'Type a target, and the card appears here.',
    titleFromHost: 'Without a title the host of the target stands there.',
    noText: 'Without a description there is none.',
    noPicture: 'Without a picture the card is a small one.',
    elsewhere: (host: string) => `Picture from ${host}. Networks load it from there; this page does not.`,
    notPicture: 'That is not the whole address of a picture.',
  },
  {
    de: {
      preview: 'Vorschau',
      feed: 'In einem Feed',
      chat: 'In einem Chat',
      own: 'Hier ist nichts eingetragen, also zeigen Netzwerke, was das Ziel über sich sagt.',
      locked: 'Der Link fragt nach einem Passwort, also bekommen Netzwerke keine Karte.',
      stopped: 'Der Link führt zurzeit nirgends hin, also bekommen Netzwerke keine Karte.',
      noTarget: 'Geben Sie ein Ziel ein, dann erscheint hier die Karte.',
      titleFromHost: 'Ohne Titel steht dort der Host des Ziels.',
      noText: 'Ohne Beschreibung steht dort keine.',
      noPicture: 'Ohne Bild ist es eine kleine Karte.',
      elsewhere: (host) => `Bild von ${host}. Netzwerke laden es von dort; diese Seite nicht.`,
      notPicture: 'Das ist nicht die ganze Adresse eines Bildes.',
    },
  },
);
