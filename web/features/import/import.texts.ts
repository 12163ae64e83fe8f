import { defineTexts } from '../../lib/texts.ts';

function links(count: number, written: string): string {
  return count === 1 ? '1 link' : `${written} links`;
}

export const importTexts = defineTexts(
  {
    title: 'Import links',
    chooseTitle: 'Bring your links along',
    chooseText:
      'Choose the CSV file that another service exported. Aliases, titles, tags and dates come with the links. Nothing is stored before you have seen what will happen.',
    choose: 'Choose a CSV file',
    drop: 'or drop it here',
    columns: 'Columns are found by their names, whatever the service calls them:',
    problems: {
      encoding: 'This file is not text in UTF-8. Save it as “CSV UTF-8”, as spreadsheets call it, and try again.',
      empty: 'This file has no rows. Its first line names the columns, and the links follow below.',
    },
    judging: (name: string) => `Looking at ${name}`,
    progress: (done: string, total: string) => `${done} of ${total} rows`,
    judgedTitle: (count: number, written: string) =>
      count === 0 ? 'Nothing new can come in' : `${links(count, written)} can come in`,
    from: (name: string, rows: string) => `${name}, ${rows} rows`,
    asTheyAre: (count: number, written: string) => `${links(count, written)} as they are.`,
    taken: (count: number, written: string) =>
      count === 1
        ? '1 link has an alias that is taken or not allowed here.'
        : `${written} links have an alias that is taken or not allowed here.`,
    takenChoice: 'What to do with them',
    skip: 'Leave them out',
    rename: 'Give them new aliases',
    existing: (count: number, written: string) =>
      count === 1
        ? '1 link is here already and stays as it is.'
        : `${written} links are here already and stay as they are.`,
    refused: (count: number, written: string) =>
      count === 1 ? '1 row does not fit and is left out.' : `${written} rows do not fit and are left out.`,
    firstTen: 'The first ten:',
    row: (number: string) => `Row ${number}`,
    fields: {
      url: 'URL',
      custom: 'Alias',
      metatitle: 'Title',
      description: 'Description',
      tags: 'Tags',
      created: 'Created',
      expiry: 'Expiry',
      starts: 'Start',
      password: 'Password',
      domain: 'Domain',
      status: 'Status',
      row: '',
    } as Record<string, string>,
    ignored: (names: string) => `Columns that mean nothing here: ${names}.`,
    tag: 'Tag',
    tagHint: 'All of them get it, so that you find them again.',
    domain: 'Domain',
    domainHint: 'Where the short links will be.',
    asInFile: 'As the file says',
    start: (count: number, written: string) => (count === 0 ? 'Import' : `Import ${links(count, written)}`),
    other: 'Choose another file',
    importing: 'Links are coming in',
    mayLeave: 'You can go to other screens meanwhile. Keep this tab open.',
    stop: 'Stop',
    stopping: 'Stopping…',
    stoppedTitle: 'Stopped',
    goOn: 'Go on',
    enough: 'Leave it at that',
    retry: 'Try again',
    imported: (count: number, written: string) => (count === 1 ? '1 link is in.' : `${written} links are in.`),
    renamed: (count: number, written: string) =>
      count === 1 ? '1 of them got a new alias.' : `${written} of them got new aliases.`,
    leftOut: (count: number, written: string) =>
      count === 1 ? '1 row was left out.' : `${written} rows were left out.`,
    doneTitle: 'Done',
    show: 'Show them',
    download: 'As CSV, with the reasons',
    reason: 'Left out because',
    told: (count: number, written: string) => `${links(count, written)} imported.`,
  },
  {
    de: {
      title: 'Links importieren',
      chooseTitle: 'Nehmen Sie Ihre Links mit',
      chooseText:
        'Wählen Sie die CSV-Datei, die ein anderer Dienst exportiert hat. Aliase, Titel, Schlagwörter und Daten kommen mit den Links. Gespeichert wird erst, wenn Sie gesehen haben, was geschehen wird.',
      choose: 'CSV-Datei wählen',
      drop: 'oder hier ablegen',
      columns: 'Spalten werden an ihren Namen erkannt, wie auch immer der Dienst sie nennt:',
      problems: {
        encoding:
          'Diese Datei ist kein Text in UTF-8. Speichern Sie sie als „CSV UTF-8“, wie Tabellenprogramme es nennen, und versuchen Sie es noch einmal.',
        empty: 'Diese Datei hat keine Zeilen. Die erste nennt die Spalten, darunter folgen die Links.',
      },
      judging: (name) => `${name} wird angesehen`,
      progress: (done, total) => `${done} von ${total} Zeilen`,
      judgedTitle: (count, written) =>
        count === 0
          ? 'Es kann nichts Neues kommen'
          : count === 1
            ? '1 Link kann kommen'
            : `${written} Links können kommen`,
      from: (name, rows) => `${name}, ${rows} Zeilen`,
      asTheyAre: (count, written) => (count === 1 ? '1 Link, wie er ist.' : `${written} Links, wie sie sind.`),
      taken: (count, written) =>
        count === 1
          ? '1 Link hat einen Alias, der vergeben oder hier nicht erlaubt ist.'
          : `${written} Links haben einen Alias, der vergeben oder hier nicht erlaubt ist.`,
      takenChoice: 'Was damit geschieht',
      skip: 'Weglassen',
      rename: 'Neue Aliase geben',
      existing: (count, written) =>
        count === 1
          ? '1 Link ist schon hier und bleibt, wie er ist.'
          : `${written} Links sind schon hier und bleiben, wie sie sind.`,
      refused: (count, written) =>
        count === 1 ? '1 Zeile passt nicht und bleibt weg.' : `${written} Zeilen passen nicht und bleiben weg.`,
      firstTen: 'Die ersten zehn:',
      row: (number) => `Zeile ${number}`,
      fields: {
        url: 'URL',
        custom: 'Alias',
        metatitle: 'Titel',
        description: 'Beschreibung',
        tags: 'Schlagwörter',
        created: 'Erstellt',
        expiry: 'Ablauf',
        starts: 'Beginn',
        password: 'Passwort',
        domain: 'Domain',
        status: 'Status',
        row: '',
      },
      ignored: (names) => `Spalten, die hier nichts bedeuten: ${names}.`,
      tag: 'Schlagwort',
      tagHint: 'Alle bekommen es, damit Sie sie wiederfinden.',
      domain: 'Domain',
      domainHint: 'Wo die Kurzlinks sein werden.',
      asInFile: 'Wie in der Datei',
      start: (count, written) => {
        if (count === 0) return 'Importieren';
        return count === 1 ? '1 Link importieren' : `${written} Links importieren`;
      },
      other: 'Andere Datei wählen',
      importing: 'Die Links kommen',
      mayLeave: 'Sie können inzwischen in andere Bereiche gehen. Lassen Sie nur diesen Tab offen.',
      stop: 'Anhalten',
      stopping: 'Wird angehalten …',
      stoppedTitle: 'Angehalten',
      goOn: 'Weitermachen',
      enough: 'Dabei belassen',
      retry: 'Noch einmal versuchen',
      imported: (count, written) => (count === 1 ? '1 Link ist da.' : `${written} Links sind da.`),
      renamed: (count, written) =>
        count === 1 ? '1 davon hat einen neuen Alias.' : `${written} davon haben neue Aliase.`,
      leftOut: (count, written) => (count === 1 ? '1 Zeile blieb weg.' : `${written} Zeilen blieben weg.`),
      doneTitle: 'Fertig',
      show: 'Zeigen',
      download: 'Als CSV, mit den Gründen',
      reason: 'Weggelassen, weil',
      told: (count, written) => (count === 1 ? '1 Link importiert.' : `${written} Links importiert.`),
    },
  },
);
