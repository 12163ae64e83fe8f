import { defineTexts } from '../../lib/texts.ts';

export const simulatorTexts = defineTexts(
  {
    title: 'Try it out',
    hint: 'Nothing needs to be saved. Choose a visitor, and see what they get.',
    place: 'Place',
    anywhere: 'Canada, Canada-Quebec',
    device: 'Device',
    language: 'Language',
    time: 'When',
    who: 'Who',
    clicks: 'Clicks before',
    people: { person: 'A person', network: 'A social network’s preview' },
    agents: {
      iphone: 'iPhone',
      ipad: 'iPad',
      androidPhone: 'Android phone',
      androidTablet: 'Android tablet',
      windows: 'Windows',
      macos: 'Mac',
      linux: 'Linux',
      chromeos: 'Chromebook',
      other: 'Something else',
    },
    noTarget: 'Type a target first.',
    password: 'Asks for the password first. Then:',
    because: {
      geotarget: (place: string) => `In ${place}: the first place that fits.`,
      devicetarget: (device: string, hasPlaces: boolean) =>
        `On ${device}: ${hasPlaces ? 'no place fits, and this is the first device that does.' : 'the first device that fits.'}`,
      languagetarget: (language: string, isFirst: boolean) =>
        `Readers of ${language}: ${isFirst ? 'the language that they would rather read.' : 'no place and no device fits, and they would rather read this language.'}`,
      region: 'A region counts before its country.',
      otherwise: 'No line fits, so the link’s own target answers.',
      everyone: 'There are no other lines: everyone goes to the target.',
    },
    kinds: {
      redirect: 'Goes to',
      frame: 'Stays on the short link and sees, in a frame',
      splash: 'Sees a page with a countdown, then goes to',
      overlay: 'Sees, under the overlay',
      pixels: 'The pixels fire where the visitor allows it, then on to',
      consent: 'Is asked about pixels, then goes to',
      social: 'Reads the social card; people who press it go to',
    },
    gone: {
      disabled: 'The link is switched off. Visitors read that it is.',
      time: 'The link has ended by then. Visitors read that it has.',
      clicks: 'Its clicks are used up. Visitors read that it has ended.',
    },
    ended: { time: 'The link has ended by then: it leads to', clicks: 'Its clicks are used up: it leads to' },
    limited: 'Gets a small page with the link’s title. It does not show where the link leads, and takes no click.',
    unknown: 'The link has not begun by then. Visitors read that there is no such link.',
    unfinished: (count: number) =>
      count === 1 ? 'One line is not finished and is left out.' : `${count} lines are not finished and are left out.`,
    frames: 'A target that forbids frames is opened directly.',
  },
  {
    de: {
      title: 'Ausprobieren',
      hint: 'Gespeichert werden muss dafür nichts. Wählen Sie einen Besucher und sehen Sie, was er bekommt.',
      place: 'Ort (englisch)',
      anywhere: 'Canada, Canada-Quebec',
      device: 'Gerät',
      language: 'Sprache',
      time: 'Wann',
      who: 'Wer',
      clicks: 'Klicks zuvor',
      people: { person: 'Ein Mensch', network: 'Die Vorschau eines Netzwerks' },
      agents: {
        iphone: 'iPhone',
        ipad: 'iPad',
        androidPhone: 'Android-Telefon',
        androidTablet: 'Android-Tablet',
        windows: 'Windows',
        macos: 'Mac',
        linux: 'Linux',
        chromeos: 'Chromebook',
        other: 'Etwas anderes',
      },
      noTarget: 'Geben Sie zuerst ein Ziel ein.',
      password: 'Fragt zuerst nach dem Passwort. Dann:',
      because: {
        geotarget: (place) => `In ${place}: der erste Ort, der passt.`,
        devicetarget: (device, hasPlaces) =>
          `Auf ${device}: ${hasPlaces ? 'kein Ort passt, und dies ist das erste Gerät, das passt.' : 'das erste Gerät, das passt.'}`,
        languagetarget: (language, isFirst) =>
          `Wer ${language} liest: ${isFirst ? 'die Sprache, die am liebsten gelesen wird.' : 'kein Ort und kein Gerät passt, und diese Sprache wird am liebsten gelesen.'}`,
        region: 'Eine Region zählt vor ihrem Land.',
        otherwise: 'Keine Zeile passt, also antwortet das Ziel des Links.',
        everyone: 'Es gibt keine anderen Zeilen: Alle kommen zum Ziel.',
      },
      kinds: {
        redirect: 'Kommt zu',
        frame: 'Bleibt auf dem Kurzlink und sieht in einem Rahmen',
        splash: 'Sieht eine Seite mit Countdown und kommt dann zu',
        overlay: 'Sieht unter dem Overlay',
        pixels: 'Die Pixel feuern, wenn der Besucher es erlaubt, dann weiter zu',
        consent: 'Wird nach Pixeln gefragt und kommt dann zu',
        social: 'Liest die Vorschaukarte; wer sie anklickt, kommt zu',
      },
      gone: {
        disabled: 'Der Link ist abgeschaltet. Besucher lesen das.',
        time: 'Der Link ist dann abgelaufen. Besucher lesen das.',
        clicks: 'Seine Klicks sind aufgebraucht. Besucher lesen, dass er abgelaufen ist.',
      },
      ended: {
        time: 'Der Link ist dann abgelaufen: Er führt zu',
        clicks: 'Seine Klicks sind aufgebraucht: Er führt zu',
      },
      limited:
        'Bekommt eine kleine Seite mit dem Titel des Links. Sie zeigt nicht, wohin der Link führt, und verbraucht keinen Klick.',
      unknown: 'Der Link gilt dann noch nicht. Besucher lesen, dass es ihn nicht gibt.',
      unfinished: (count) =>
        count === 1
          ? 'Eine Zeile ist nicht fertig und bleibt außer Acht.'
          : `${count} Zeilen sind nicht fertig und bleiben außer Acht.`,
      frames: 'Ein Ziel, das Rahmen verbietet, wird direkt geöffnet.',
    },
  },
);
