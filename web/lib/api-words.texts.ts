// The first that fits a sentence is taken, so that those for many stand behind those for one.

/** What the API says to people in English, by sentences, in German; `#` stands for a number, and `…` for any words, which are kept. */
export const germanWords: Record<string, string> = {
  'Must be text.': 'Bitte Text eingeben.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'Is required.': 'Wird gebraucht.',
  'Is required where encryption is ….': 'Wird bei … gebraucht.',
  'Must be true or false.': 'Bitte ja oder nein.',
  'Must be one of ….': 'Bitte eines davon: ….',
  'Must be one or several of ….': 'Bitte eines oder mehrere davon: ….',
  'Must not hold control characters.': 'Darf keine Steuerzeichen enthalten.',
  'Must have at most # characters.': 'Höchstens # Zeichen.',
  'Must have at least # characters.': 'Mindestens # Zeichen.',
  'Must be # to # characters.': '# bis # Zeichen.',
  'Must be text of at most # characters.': 'Höchstens # Zeichen.',
  'Must be a caption of # to # characters, or …': 'Bitte eine Beschriftung mit # bis # Zeichen.',
  'Must have at most # entries.': 'Höchstens # Einträge.',
  'Must have at least # entries.': 'Mindestens # Einträge.',
  'Must have at least one entry.': 'Mindestens ein Eintrag.',
  'Must not hold an entry twice.': 'Kein Eintrag darf zweimal vorkommen.',
  'Must have at most # QR codes.': 'Höchstens # QR-Codes.',
  'Must not be repeated more than # times.': 'Höchstens # auf einmal.',
  'Must be a whole number.': 'Bitte eine ganze Zahl.',
  'Must be a whole number from # to #.': 'Bitte eine ganze Zahl von # bis #.',
  'Must be a positive whole number.': 'Bitte eine ganze Zahl größer als 0.',
  'Must be a positive number.': 'Bitte eine Zahl größer als 0.',
  'Must be active or disabled; nothing else of another user’s row can be changed.':
    'Bitte active oder disabled; mehr lässt sich bei anderen nicht ändern.',
  'Must be active or disabled.': 'Bitte active oder disabled.',
  'Must be #, #, # or #.': 'Bitte #, #, # oder #.',
  'Must be at least #.': 'Mindestens #.',
  'Must be at most #.': 'Höchstens #.',
  'Must be at most # bytes long.': 'Höchstens # Bytes lang.',
  'Must be at most # bytes long in a QR code.': 'In einem QR-Code höchstens # Bytes lang.',
  'Must be a colour, rgb(r,g,b), or {to, angle} with a colour and # to # degrees.':
    'Bitte eine Farbe und eine Richtung von # bis # Grad.',
  'Must be a colour, ….': 'Bitte eine Farbe wählen.',
  'Must be a colour of # or # hexadecimal digits, such as ….':
    'Bitte eine Farbe aus # oder # hexadezimalen Ziffern, zum Beispiel ….',
  'Must be a whole URL, such as ….': 'Bitte eine ganze Adresse, zum Beispiel ….',
  'Must be a web address.': 'Bitte eine Webadresse.',
  'Must begin with http:// or https://.': 'Muss mit http:// oder https:// beginnen.',
  'Must not hold a user name or a password.': 'Darf weder Benutzernamen noch Passwort enthalten.',
  'Must not mean this machine itself.': 'Darf nicht diesen Rechner selbst meinen.',
  'Must not be an address of this service.': 'Darf keine Adresse dieses Dienstes sein.',
  'Must not be an address of this service, unless it is a short link.':
    'Darf keine Adresse dieses Dienstes sein, außer einem Kurzlink.',
  'Must not be an address of this service, unless it is a short link or a bio page of your own.':
    'Darf keine Adresse dieses Dienstes sein, außer einem Kurzlink oder einer eigenen Bio-Seite.',
  'Must be an https address on a site of videos, such as YouTube, Vimeo or Twitch.':
    'Bitte eine https-Adresse auf einer Videoseite wie YouTube, Vimeo oder Twitch.',
  'Must be the https URL of a PNG or JPEG picture, or the id of an uploaded file.':
    'Bitte die https-Adresse eines PNG oder JPEG.',
  'Must be an e-mail address.': 'Bitte eine E-Mail-Adresse.',
  'Must be a phone number of # to # characters.': 'Bitte eine Telefonnummer mit # bis # Zeichen.',
  'Is a reserved word; choose another.': 'Ist ein reserviertes Wort; bitte ein anderes wählen.',
  'Must be a scheme and a host, such as ….': 'Bitte mit Schema und Name, zum Beispiel ….',
  'Must have a dot in it, such as ….': 'Braucht einen Punkt, zum Beispiel ….',
  'Must end with the host: no path, no query.': 'Muss mit dem Namen enden: kein Pfad, keine Parameter.',
  'Must be a name, not an address.': 'Bitte ein Name, keine IP-Adresse.',
  'Must be one name; a wildcard stands for many.': 'Bitte ein einzelner Name, kein Platzhalter für viele.',
  'Must not be a public suffix, under which anybody can have a name.':
    'Darf keine Endung sein, unter der jeder einen Namen haben kann.',
  'Has been added with # ports already.': 'Ist schon mit # Ports hinzugefügt.',
  'Cannot be looked up just now; try again shortly.':
    'Lässt sich gerade nicht nachschlagen; versuchen Sie es gleich noch einmal.',
  'Does not point here yet.': 'Zeigt noch nicht hierher.',
  'Set the …, or the …, wait until it is known, and try again.':
    'Setzen Sie im DNS: …, oder: …. Warten Sie, bis das bekannt ist, und versuchen Sie es dann noch einmal.',
  'If it is yours, set the … and try again.':
    'Gehört sie Ihnen, setzen Sie im DNS: …. Versuchen Sie es dann noch einmal.',
  'Set the …, wait until it is known, and try again.':
    'Setzen Sie im DNS: …. Warten Sie, bis das bekannt ist, und versuchen Sie es dann noch einmal.',
  '… record of … to …': '…-Eintrag von … auf …',
  'Is the main host of this service.': 'Ist der Hauptname dieses Dienstes.',
  'Is no domain of yours.': 'Ist keine Ihrer Domains.',
  'No … of yours has this id.': 'Gibt es nicht mehr; bitte etwas anderes wählen.',
  'One of them is no pixel of yours.': 'Eines dieser Pixel gibt es nicht mehr.',
  'Is no block of this page, or stands here twice.': 'Diesen Block gibt es auf der Seite nicht mehr.',
  '… stands here twice.': '… steht hier zweimal.',
  'Makes a page of # bytes; without its pictures it must have at most #.':
    'Damit hat die Seite # Bytes; ohne ihre Bilder dürfen es höchstens # sein.',
  'Must be a country in English or its ISO code, or Country-Region with the name of the region, such as Canada-Quebec.':
    'Bitte ein Land auf Englisch oder sein ISO-Kürzel, oder Land-Region mit dem Namen der Region, etwa Canada-Quebec.',
  'Must be a two-letter language code, or one with a region such as ….':
    'Bitte ein Sprachkürzel aus zwei Buchstaben, auch mit Region wie ….',
  'Must be a real date and time, YYYY-MM-DD HH:MM:SS in UTC.': 'Bitte ein Datum mit Uhrzeit, das es gibt.',
  'Must be a real date from 1970 on, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS in UTC.':
    'Bitte ein Datum ab 1970, das es gibt.',
  'The server is too busy for this just now.': 'Der Server ist gerade ausgelastet; bitte gleich noch einmal versuchen.',
  'The request must have one Host header.': 'Die Anfrage muss genau einen Host-Header haben.',
  'Other imports are under way.': 'Andere Importe laufen noch; bitte gleich noch einmal versuchen.',
  'Must not be in the future.': 'Darf nicht in der Zukunft liegen.',
  'Must not be before #.': 'Darf nicht vor # liegen.',
  'Must be the password itself.': 'Bitte das Passwort selbst.',
  'Is too long, or opens a quotation mark and does not close it.':
    'Ist zu lang, oder ein Anführungszeichen ist nicht geschlossen.',
  'Has more cells than the first line; a text with the separator in it needs quotation marks.':
    'Hat mehr Zellen als die erste Zeile; ein Text, in dem das Trennzeichen vorkommt, braucht Anführungszeichen.',
  'No column of the file holds the long URL.': 'Keine Spalte der Datei enthält die lange URL.',
  'It has the columns ….': 'Sie hat die Spalten ….',
  'One of these is expected: ….': 'Gebraucht wird eine davon: ….',
  'The file is not text in UTF-8.': 'Die Datei ist kein Text in UTF-8.',
  'The file has no rows.': 'Die Datei hat keine Zeilen.',
  'The file has more than # rows.': 'Die Datei hat mehr als # Zeilen.',
  'Must not be after to, which is now if left out.': 'Darf nicht nach dem Ende liegen.',
  'Must be at most # days before to where the interval is ….':
    'Darf bei dieser Einteilung höchstens # Tage vor dem Ende liegen.',
  'Must be within the last # days where the interval is hour; of older clicks only the day is known.':
    'Stunden gibt es nur für die letzten # Tage; von älteren Klicks ist nur der Tag bekannt.',
  'Must be within the last # days where there is a filter; older clicks are not kept one by one.':
    'Filtern lassen sich nur die letzten # Tage; ältere Klicks werden nicht einzeln aufbewahrt.',
  'Needs single clicks, and this server keeps none (CLICK_RETENTION_DAYS is 0).':
    'Filtern geht hier nicht: Dieser Server bewahrt keine einzelnen Klicks auf (CLICK_RETENTION_DAYS ist 0).',
  'Must hold a name, an organisation, an e-mail address or a phone number.':
    'Braucht einen Namen, eine Organisation, eine E-Mail-Adresse oder eine Telefonnummer.',
  'The foreground and the background are too alike to be read.':
    'Code und Grund sind sich in der Farbe zu ähnlich, um gelesen zu werden.',
  'The gradient and the background are too alike to be read.':
    'Die zweite Farbe und der Grund sind sich zu ähnlich, um gelesen zu werden.',
  'Both ends of the gradient must be darker than the background, or both lighter.':
    'Beide Farben des Codes müssen dunkler sein als der Grund, oder beide heller.',
  'The logo must be a PNG or JPEG picture of at most # x # pixels.':
    'Das Logo muss ein PNG oder JPEG mit höchstens # x # Pixeln sein.',
  'The logo is too large.': 'Das Logo ist zu groß.',
  'The logo is too large for a code that holds so much.': 'Das Logo ist zu groß für einen Code mit so viel Inhalt.',
  'There is nothing to put into the code.': 'Der Code hat noch keinen Inhalt.',
  'The content is too long for a QR code.': 'Der Inhalt ist zu lang für einen QR-Code.',
  'Must be # to # letters, digits or the signs …': '# bis # Buchstaben, Ziffern oder die Zeichen …',
  'This alias is already taken.': 'Dieser Name ist schon vergeben.',
  'This slug is already taken.': 'Diese Adresse ist schon vergeben.',
  'This domain is already taken.': 'Diese Domain ist schon vergeben.',
  'This domain still has links.': 'Diese Domain hat noch Links.',
  'This domain is not verified yet.': 'Diese Domain ist noch nicht bestätigt.',
  'This name is a parent or a child of a verified domain of another account.':
    'Dieser Name steht über oder unter der bestätigten Domain eines anderen Kontos.',
  'This name is under the main host of this service.': 'Dieser Name steht unter dem Hauptnamen dieses Dienstes.',
  'This e-mail address is already in use.': 'Diese E-Mail-Adresse wird schon verwendet.',
  'This username is already in use.': 'Dieser Benutzername wird schon verwendet.',
  'This link was used already, or is too old.': 'Dieser Link wurde schon benutzt oder ist zu alt.',
  'An administrator has disabled this.': 'Die Administration hat das deaktiviert.',
  'Only an administrator can enable it again.': 'Nur die Administration kann es wieder aktivieren.',
  'Only an administrator can rename or delete it.': 'Nur die Administration kann es umbenennen oder löschen.',
  'Only an administrator may do this.': 'Das dürfen nur Administratoren.',
  'Enter your current password to do this.': 'Geben Sie dazu Ihr aktuelles Passwort ein.',
  'The current password is not right.': 'Das aktuelle Passwort stimmt nicht.',
  'Is not right.': 'Stimmt nicht.',
  'An account has at most # keys.': 'Ein Konto hat höchstens # Schlüssel.',
  'You cannot disable yourself, nor stop being an administrator by yourself.':
    'Sich selbst können Sie weder sperren noch die Administratorrechte nehmen.',
  'This server sends no mail.': 'Dieser Server verschickt keine Mails.',
  'Ask an administrator for a link that sets a new password.':
    'Bitten Sie einen Administrator um einen Link, der ein neues Passwort setzt.',
  'E-mail address or password is not right.': 'E-Mail-Adresse oder Passwort stimmt nicht.',
  'The request is not valid.': 'Diese Angaben stimmen noch nicht.',
  '# fields are not valid: ….': '# Felder stimmen noch nicht: ….',
  'The body is larger than # KiB.': 'Das ist zusammen zu viel: mehr als # KiB.',
  'The server answered with status #.': 'Der Server hat mit dem Status # geantwortet.',
  'There are # files already.': 'Es gibt schon # Dateien.',
  'The file is too large.': 'Die Datei ist zu groß.',
  'The body must be one file.': 'Bitte eine einzelne Datei, PNG oder JPEG.',
  'The picture cannot be used.': 'Dieses Bild lässt sich nicht verwenden.',
  'The picture is small for so much content; print it as SVG or PDF.':
    'Das Bild ist klein für so viel Inhalt; drucken Sie es als SVG oder PDF.',
  'The picture …': 'Das Bild lässt sich nicht verwenden: …',
  'No picture could be fetched from this address.': 'Von dieser Adresse ließ sich kein Bild laden.',
  'Must be a whole PNG or JPEG.': 'Bitte ein vollständiges PNG oder JPEG.',
  'Must be at most # MB large.': 'Höchstens # MB groß.',
  'Must be at most # x # pixels large.': 'Höchstens # x # Pixel groß.',
  'Link not found.': 'Diesen Link gibt es nicht.',
  'QR code not found.': 'Diesen QR-Code gibt es nicht.',
  'Bio page not found.': 'Diese Bio-Seite gibt es nicht.',
  'Campaign not found.': 'Diese Kampagne gibt es nicht.',
  'Channel not found.': 'Diesen Kanal gibt es nicht.',
  'Domain not found.': 'Diese Domain gibt es nicht.',
  'Pixel not found.': 'Dieses Pixel gibt es nicht.',
  'Overlay not found.': 'Dieses Overlay gibt es nicht.',
  'Splash page not found.': 'Diese Zwischenseite gibt es nicht.',
  'File not found.': 'Diese Datei gibt es nicht.',
  'Item not found.': 'Diesen Eintrag gibt es nicht.',
  'Response not found.': 'Diese Antwort gibt es nicht.',
  'Key not found.': 'Diesen Schlüssel gibt es nicht.',
  'Session not found.': 'Diese Sitzung gibt es nicht.',
  'User not found.': 'Diesen Benutzer gibt es nicht.',
  'Account not found.': 'Dieses Konto gibt es nicht.',
  'This link is not in the campaign.': 'Dieser Link ist nicht in der Kampagne.',
  'These statistics are not shared.': 'Diese Statistik ist nicht geteilt.',
  "The host of this target is …, an international name whose letters may look like another host's.":
    'Der Host dieses Ziels ist …, ein internationaler Name, dessen Buchstaben wie die eines anderen aussehen können.',
  "This domain is …, an international name whose letters may look like another's.":
    'Diese Domain ist …, ein internationaler Name, dessen Buchstaben wie die eines anderen aussehen können.',
  'Not to be shown in a frame: ….': 'Lässt sich nicht im Rahmen zeigen: ….',
  'Visitors are sent there directly.': 'Besucher werden direkt dorthin geleitet.',
  'The overlay is shown before the target there, with a button that leads on.':
    'Das Overlay wird dort vor dem Ziel gezeigt, mit einem Knopf, der weiterführt.',
  'It has no picture yet, so that nothing is shown over the target.':
    'Es hat noch kein Bild; über dem Ziel wird also nichts gezeigt.',
  'It has no code yet.': 'Es hat noch keinen Code.',
  'This tag does not look like one of …, such as ….': 'Diese Kennung sieht nicht aus wie eine dieses Anbieters.',
  'It was saved as it is.': 'Sie wurde gespeichert, wie sie ist.',
  'Words in … would be hard to read on the ground of the theme …, so they take a shade of it that is not.':
    'Schrift in … wäre auf dem Grund des Designs … schwer zu lesen; sie bekommt deshalb einen lesbaren Ton davon.',
};
