import { defineTexts } from '../../lib/texts.ts';

function links(count: number, written: string): string {
  return count === 1 ? '1 link' : `${written} links`;
}

export const importTexts = defineTexts(
  {
    title: 'Import links',
    chooseTitle: 'Import your links',
    chooseText:
      'Choose a CSV export from another service. Aliases, titles, tags and dates are kept. You’ll see a preview before anything is saved.',
    choose: 'Choose a CSV file',
    drop: 'or drag and drop it here',
    columns: 'Recognized columns (other services’ names work too):',
    problems: {
      encoding: 'This file isn’t UTF-8 text. Save it as “CSV UTF-8” in your spreadsheet app and try again.',
      empty: 'This file has no rows. The first line must contain column names, followed by one link per line.',
    },
    judging: (name: string) => `Checking ${name}`,
    progress: (done: string, total: string) => `${done} of ${total} rows`,
    judgedTitle: (count: number, written: string) =>
      count === 0 ? 'Nothing new to import' : `${links(count, written)} ready to import`,
    from: (name: string, rows: string) => `${name}, ${rows} rows`,
    asTheyAre: (count: number, written: string) => `${links(count, written)} will be imported unchanged.`,
    taken: (count: number, written: string) =>
      count === 1
        ? '1 link uses an alias that is already taken or not allowed.'
        : `${written} links use an alias that is already taken or not allowed.`,
    takenChoice: 'What should happen to them?',
    skip: 'Skip them',
    rename: 'Give them new aliases',
    existing: (count: number, written: string) =>
      count === 1
        ? '1 link already exists and won’t be changed.'
        : `${written} links already exist and won’t be changed.`,
    refused: (count: number, written: string) =>
      count === 1 ? '1 row has errors and will be skipped.' : `${written} rows have errors and will be skipped.`,
    firstTen: 'The first 10:',
    row: (number: string) => `Row ${number}`,
    fields: {
      url: 'URL',
      custom: 'Alias',
      metatitle: 'Title',
      description: 'Note',
      tags: 'Tags',
      created: 'Created',
      expiry: 'Expiration',
      starts: 'Start',
      password: 'Password',
      domain: 'Domain',
      status: 'Status',
      row: '',
    } as Record<string, string>,
    ignored: (names: string) => `Ignored columns: ${names}.`,
    tag: 'Tag',
    tagHint: 'Added to all imported links so you can find them again.',
    domain: 'Domain',
    domainHint: 'Domain for the imported short links.',
    asInFile: 'As in the file',
    start: (count: number, written: string) => (count === 0 ? 'Import' : `Import ${links(count, written)}`),
    other: 'Choose another file',
    importing: 'Importing links',
    mayLeave: 'You can use other pages in the meantime. Keep this tab open.',
    stop: 'Stop',
    stopping: 'Stopping…',
    stoppedTitle: 'Stopped',
    goOn: 'Resume',
    enough: 'Finish here',
    retry: 'Try again',
    imported: (count: number, written: string) => (count === 1 ? '1 link imported.' : `${written} links imported.`),
    renamed: (count: number, written: string) =>
      count === 1 ? '1 of them got a new alias.' : `${written} of them got new aliases.`,
    leftOut: (count: number, written: string) => (count === 1 ? '1 row was skipped.' : `${written} rows were skipped.`),
    doneTitle: 'Done',
    show: 'View imported links',
    download: 'Download skipped rows (CSV)',
    reason: 'Reason skipped',
    told: (count: number, written: string) => `${links(count, written)} imported.`,
  },
  {
    de: {
      title: 'Links importieren',
      chooseTitle: 'Links importieren',
      chooseText:
        'Wählen Sie den CSV-Export eines anderen Dienstes. Aliase, Titel, Schlagwörter und Daten bleiben erhalten. Bevor etwas gespeichert wird, sehen Sie eine Vorschau.',
      choose: 'CSV-Datei wählen',
      drop: 'oder hierher ziehen',
      columns: 'Erkannte Spalten (Namen anderer Dienste funktionieren auch):',
      problems: {
        encoding:
          'Diese Datei ist kein UTF-8-Text. Speichern Sie sie in Ihrem Tabellenprogramm als „CSV UTF-8“ und versuchen Sie es erneut.',
        empty:
          'Diese Datei hat keine Zeilen. Die erste Zeile muss die Spaltennamen enthalten, danach folgt ein Link pro Zeile.',
      },
      judging: (name) => `${name} wird geprüft`,
      progress: (done, total) => `${done} von ${total} Zeilen`,
      judgedTitle: (count, written) =>
        count === 0
          ? 'Nichts Neues zu importieren'
          : count === 1
            ? '1 Link kann importiert werden'
            : `${written} Links können importiert werden`,
      from: (name, rows) => `${name}, ${rows} Zeilen`,
      asTheyAre: (count, written) =>
        count === 1 ? '1 Link wird unverändert importiert.' : `${written} Links werden unverändert importiert.`,
      taken: (count, written) =>
        count === 1
          ? '1 Link verwendet einen Alias, der bereits vergeben oder nicht erlaubt ist.'
          : `${written} Links verwenden einen Alias, der bereits vergeben oder nicht erlaubt ist.`,
      takenChoice: 'Was soll mit ihnen geschehen?',
      skip: 'Überspringen',
      rename: 'Neue Aliase vergeben',
      existing: (count, written) =>
        count === 1
          ? '1 Link ist bereits vorhanden und wird nicht geändert.'
          : `${written} Links sind bereits vorhanden und werden nicht geändert.`,
      refused: (count, written) =>
        count === 1
          ? '1 Zeile hat Fehler und wird übersprungen.'
          : `${written} Zeilen haben Fehler und werden übersprungen.`,
      firstTen: 'Die ersten 10:',
      row: (number) => `Zeile ${number}`,
      fields: {
        url: 'URL',
        custom: 'Alias',
        metatitle: 'Titel',
        description: 'Notiz',
        tags: 'Schlagwörter',
        created: 'Erstellt',
        expiry: 'Ablauf',
        starts: 'Beginn',
        password: 'Passwort',
        domain: 'Domain',
        status: 'Status',
        row: '',
      },
      ignored: (names) => `Ignorierte Spalten: ${names}.`,
      tag: 'Schlagwort',
      tagHint: 'Wird allen importierten Links hinzugefügt, damit Sie sie wiederfinden.',
      domain: 'Domain',
      domainHint: 'Domain der importierten Kurzlinks.',
      asInFile: 'Wie in der Datei',
      start: (count, written) => {
        if (count === 0) return 'Importieren';
        return count === 1 ? '1 Link importieren' : `${written} Links importieren`;
      },
      other: 'Andere Datei wählen',
      importing: 'Links werden importiert',
      mayLeave: 'Sie können währenddessen andere Seiten benutzen. Lassen Sie diesen Tab geöffnet.',
      stop: 'Anhalten',
      stopping: 'Wird angehalten …',
      stoppedTitle: 'Angehalten',
      goOn: 'Fortsetzen',
      enough: 'Hier beenden',
      retry: 'Erneut versuchen',
      imported: (count, written) => (count === 1 ? '1 Link importiert.' : `${written} Links importiert.`),
      renamed: (count, written) =>
        count === 1 ? '1 davon hat einen neuen Alias bekommen.' : `${written} davon haben neue Aliase bekommen.`,
      leftOut: (count, written) =>
        count === 1 ? '1 Zeile wurde übersprungen.' : `${written} Zeilen wurden übersprungen.`,
      doneTitle: 'Fertig',
      show: 'Importierte Links ansehen',
      download: 'Übersprungene Zeilen herunterladen (CSV)',
      reason: 'Grund',
      told: (count, written) => (count === 1 ? '1 Link importiert.' : `${written} Links importiert.`),
    },
  },
);
