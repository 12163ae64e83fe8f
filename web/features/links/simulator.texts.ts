import { defineTexts } from '../../lib/texts.ts';

export const simulatorTexts = defineTexts(
  {
    title: 'Test this link',
    hint: 'Pick a visitor and see where they’d end up. You don’t need to save first.',
    place: 'Location',
    anywhere: 'Canada, Canada-Quebec',
    device: 'Device',
    language: 'Language',
    time: 'Date and time',
    who: 'Visitor',
    clicks: 'Clicks so far',
    people: { person: 'A person', network: 'A social network’s preview bot' },
    agents: {
      iphone: 'iPhone',
      ipad: 'iPad',
      androidPhone: 'Android phone',
      androidTablet: 'Android tablet',
      windows: 'Windows',
      macos: 'Mac',
      linux: 'Linux',
      chromeos: 'Chromebook',
      other: 'Other',
    },
    noTarget: 'Enter a destination first.',
    password: 'Asks for the password, then:',
    because: {
      geotarget: (place: string) => `Matches the location rule “${place}”.`,
      devicetarget: (device: string, hasPlaces: boolean) =>
        hasPlaces
          ? `No location rule matches; matches the device rule “${device}”.`
          : `Matches the device rule “${device}”.`,
      languagetarget: (language: string, isFirst: boolean) =>
        isFirst
          ? `Matches the language rule “${language}” (the visitor’s preferred language).`
          : `No location or device rule matches; matches the language rule “${language}”.`,
      region: 'Regions take precedence over countries.',
      otherwise: 'No rule matches, so the visitor goes to the main destination.',
      everyone: 'No targeting rules: everyone goes to the destination.',
    },
    kinds: {
      redirect: 'Goes to:',
      frame: 'Stays on the short link and sees, in a frame:',
      splash: 'Sees a countdown page, then goes to:',
      overlay: 'Sees this page with the overlay on top:',
      pixels: 'Pixels fire (if allowed), then the visitor goes to:',
      consent: 'Sees the consent page, then goes to:',
      social: 'Reads the social preview; people who click it go to:',
    },
    gone: {
      disabled: 'The link is disabled. Visitors see a notice.',
      time: 'The link has expired by then. Visitors see a notice.',
      clicks: 'The click limit has been reached. Visitors see a notice.',
    },
    ended: { time: 'Expired by then. Redirects to:', clicks: 'Click limit reached. Redirects to:' },
    limited: 'Gets a small page with the link’s title. It doesn’t show the destination and doesn’t use up a click.',
    unknown: 'The link hasn’t started by then. Visitors see “not found”.',
    unfinished: (count: number) =>
      count === 1 ? '1 incomplete rule is ignored.' : `${count} incomplete rules are ignored.`,
    frames: 'Destinations that don’t allow framing open directly.',
  },
  {
    de: {
      title: 'Link testen',
      hint: 'Wählen Sie einen Besucher und sehen Sie, wohin er gelangt. Sie müssen dafür nicht speichern.',
      place: 'Ort (englisch)',
      anywhere: 'Canada, Canada-Quebec',
      device: 'Gerät',
      language: 'Sprache',
      time: 'Datum und Uhrzeit',
      who: 'Besucher',
      clicks: 'Bisherige Klicks',
      people: { person: 'Eine Person', network: 'Vorschau-Bot eines sozialen Netzwerks' },
      agents: {
        iphone: 'iPhone',
        ipad: 'iPad',
        androidPhone: 'Android-Smartphone',
        androidTablet: 'Android-Tablet',
        windows: 'Windows',
        macos: 'Mac',
        linux: 'Linux',
        chromeos: 'Chromebook',
        other: 'Andere',
      },
      noTarget: 'Geben Sie zuerst ein Ziel ein.',
      password: 'Fragt nach dem Passwort, dann:',
      because: {
        geotarget: (place) => `Die Ortsregel „${place}“ trifft zu.`,
        devicetarget: (device, hasPlaces) =>
          hasPlaces
            ? `Keine Ortsregel trifft zu; die Geräteregel „${device}“ trifft zu.`
            : `Die Geräteregel „${device}“ trifft zu.`,
        languagetarget: (language, isFirst) =>
          isFirst
            ? `Die Sprachregel „${language}“ trifft zu (bevorzugte Sprache des Besuchers).`
            : `Keine Orts- oder Geräteregel trifft zu; die Sprachregel „${language}“ trifft zu.`,
        region: 'Regionen haben Vorrang vor Ländern.',
        otherwise: 'Keine Regel trifft zu, der Besucher gelangt zum Hauptziel.',
        everyone: 'Keine Targeting-Regeln: Alle gelangen zum Ziel.',
      },
      kinds: {
        redirect: 'Gelangt zu:',
        frame: 'Bleibt auf dem Kurzlink und sieht in einem Frame:',
        splash: 'Sieht eine Countdown-Seite und gelangt dann zu:',
        overlay: 'Sieht diese Seite mit dem Overlay darüber:',
        pixels: 'Pixel werden ausgelöst (falls erlaubt), dann gelangt der Besucher zu:',
        consent: 'Sieht die Einwilligungsseite und gelangt dann zu:',
        social: 'Liest die Vorschau; wer sie anklickt, gelangt zu:',
      },
      gone: {
        disabled: 'Der Link ist deaktiviert. Besucher sehen einen Hinweis.',
        time: 'Der Link ist dann abgelaufen. Besucher sehen einen Hinweis.',
        clicks: 'Das Klicklimit ist erreicht. Besucher sehen einen Hinweis.',
      },
      ended: {
        time: 'Dann abgelaufen. Leitet weiter zu:',
        clicks: 'Klicklimit erreicht. Leitet weiter zu:',
      },
      limited:
        'Erhält eine kleine Seite mit dem Titel des Links. Sie zeigt das Ziel nicht und verbraucht keinen Klick.',
      unknown: 'Der Link hat dann noch nicht begonnen. Besucher sehen „nicht gefunden“.',
      unfinished: (count) =>
        count === 1 ? '1 unvollständige Regel wird ignoriert.' : `${count} unvollständige Regeln werden ignoriert.`,
      frames: 'Ziele, die keine Frames erlauben, werden direkt geöffnet.',
    },
  },
);
