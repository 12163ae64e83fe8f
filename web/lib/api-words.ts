import { language } from './texts.ts';

/** What the API says to people in English, in German; `#` stands for a number, and `…` for any words, which are kept. */
const GERMAN: Record<string, string> = {
  'Must be text.': 'Bitte Text eingeben.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'Is required.': 'Wird gebraucht.',
  'Must not hold control characters.': 'Darf keine Steuerzeichen enthalten.',
  'Must have at most # characters.': 'Höchstens # Zeichen.',
  'Must have at least # characters.': 'Mindestens # Zeichen.',
  'Must be # to # characters.': '# bis # Zeichen.',
  'Must have at most # entries.': 'Höchstens # Einträge.',
  'Must have at least # entries.': 'Mindestens # Einträge.',
  'Must have at least one entry.': 'Mindestens ein Eintrag.',
  'Must be a whole number.': 'Bitte eine ganze Zahl.',
  'Must be a whole number from # to #.': 'Bitte eine ganze Zahl von # bis #.',
  'Must be a positive whole number.': 'Bitte eine ganze Zahl größer als 0.',
  'Must be at least #.': 'Mindestens #.',
  'Must be at most #.': 'Höchstens #.',
  'Must be a whole URL, such as ….': 'Bitte eine ganze Adresse, zum Beispiel ….',
  'Must be a web address.': 'Bitte eine Webadresse.',
  'Must begin with http:// or https://.': 'Muss mit http:// oder https:// beginnen.',
  'Must not hold a user name or a password.': 'Darf weder Benutzernamen noch Passwort enthalten.',
  'Must not mean this machine itself.': 'Darf nicht diesen Rechner selbst meinen.',
  'Must not be an address of this service.': 'Darf keine Adresse dieses Dienstes sein.',
  'Must not be an address of this service, unless it is a short link.':
    'Darf keine Adresse dieses Dienstes sein, außer einem Kurzlink.',
  'Must be an e-mail address.': 'Bitte eine E-Mail-Adresse.',
  'Must be a phone number of # to # characters.': 'Bitte eine Telefonnummer mit # bis # Zeichen.',
  'Is a reserved word; choose another.': 'Ist ein reserviertes Wort; bitte ein anderes wählen.',
  'Must be a scheme and a host, such as ….': 'Bitte mit Schema und Name, zum Beispiel ….',
  'Must have a dot in it, such as ….': 'Braucht einen Punkt, zum Beispiel ….',
  'Must end with the host: no path, no query.': 'Muss mit dem Namen enden: kein Pfad, keine Parameter.',
  'Must be a name, not an address.': 'Bitte ein Name, keine IP-Adresse.',
  'Is the main host of this service.': 'Ist der Hauptname dieses Dienstes.',
  'Is no domain of yours.': 'Ist keine Ihrer Domains.',
  'Must be a country in English or its ISO code, or Country-Region.':
    'Bitte ein Land auf Englisch oder sein ISO-Kürzel, oder Land-Region.',
  'Must be a two-letter language code, or one with a region such as ….':
    'Bitte ein Sprachkürzel aus zwei Buchstaben, auch mit Region wie ….',
  'Must be a real date and time, YYYY-MM-DD HH:MM:SS in UTC.': 'Bitte ein Datum mit Uhrzeit, das es gibt.',
  'Must hold a name, an organisation, an e-mail address or a phone number.':
    'Braucht einen Namen, eine Organisation, eine E-Mail-Adresse oder eine Telefonnummer.',
  'Must be # to # letters, digits or the signs …': '# bis # Buchstaben, Ziffern oder die Zeichen …',
  'This alias is already taken.': 'Dieser Name ist schon vergeben.',
  'This slug is already taken.': 'Diese Adresse ist schon vergeben.',
  'This domain is already taken.': 'Diese Domain ist schon vergeben.',
  'This domain still has links.': 'Diese Domain hat noch Links.',
  'This name is under a domain of another account.': 'Dieser Name gehört zur Domain eines anderen Kontos.',
  'This e-mail address is already in use.': 'Diese E-Mail-Adresse wird schon verwendet.',
  'This username is already in use.': 'Dieser Benutzername wird schon verwendet.',
  'This link was used already, or is too old.': 'Dieser Link wurde schon benutzt oder ist zu alt.',
  'Only an administrator may do this.': 'Das dürfen nur Administratoren.',
  'You cannot disable yourself, nor stop being an administrator by yourself.':
    'Sich selbst können Sie weder sperren noch die Administratorrechte nehmen.',
  'There are # files already.': 'Es gibt schon # Dateien.',
  'The file is too large.': 'Die Datei ist zu groß.',
  'Link not found.': 'Diesen Link gibt es nicht.',
  'QR code not found.': 'Diesen QR-Code gibt es nicht.',
  'Bio page not found.': 'Diese Bio-Seite gibt es nicht.',
  'Campaign not found.': 'Diese Kampagne gibt es nicht.',
  'Channel not found.': 'Diesen Kanal gibt es nicht.',
  'Domain not found.': 'Diese Domain gibt es nicht.',
  'Pixel not found.': 'Dieses Pixel gibt es nicht.',
  'Overlay not found.': 'Dieses Overlay gibt es nicht.',
  'Splash page not found.': 'Diese Zwischenseite gibt es nicht.',
};

function toPattern(english: string): RegExp {
  const escaped = english.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('#', '(\\d+)').replaceAll('…', '(.+)')}$`);
}

let patterns: [RegExp, string][] | undefined;

/** A sentence of the API in the reader's language, as far as we know it. */
export function inReadersWords(sentence: string): string {
  if (language.get() !== 'de') return sentence;
  patterns ??= Object.entries(GERMAN).map(([english, german]) => [toPattern(english), german]);
  for (const [pattern, german] of patterns) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const values = found.slice(1);
    return german.replace(/[#…]/g, () => values.shift() ?? '');
  }
  return sentence;
}
