/** An open sheet and the position of its history entry. */
interface OpenSheet {
  step: number;
  close(): void;
}

/** What the entries of the history need from the router, which owns the position. */
interface History {
  readStep(): number;
  /** Adds an entry with the same URL and moves to it. */
  push(): void;
}

/** Gives each open sheet a history entry, so that the back button closes it. */
export interface SheetEntries {
  /** Call when a sheet opens; returns what to call when it is removed. */
  open(close: () => void): () => void;
  /** Whether the next screen takes the place of this entry: a sheet is open on it, or has left it behind. */
  takeEntry(): boolean;
  /** Whether a sheet left this entry behind; the back button skips it. */
  isLeftBehind(): boolean;
  /** Call after the browser moved to an entry; closes the sheets of later entries. */
  moved(isSheetEntry: boolean): void;
}

export function createSheetEntries(history: History, isOnSheetEntry: boolean): SheetEntries {
  let sheets: OpenSheet[] = [];
  let leftBehind = isOnSheetEntry ? history.readStep() : undefined;

  return {
    open(close) {
      // An entry that has no sheet is used again.
      if (leftBehind === history.readStep()) leftBehind = undefined;
      else history.push();
      const own = { step: history.readStep(), close };
      sheets.push(own);
      return () => {
        if (!sheets.includes(own)) return;
        sheets = sheets.filter((sheet) => sheet !== own);
        if (own.step === history.readStep()) leftBehind = own.step;
      };
    },

    takeEntry() {
      const step = history.readStep();
      const isTaken = leftBehind === step || sheets.some((sheet) => sheet.step === step);
      if (leftBehind === step) leftBehind = undefined;
      sheets = sheets.filter((sheet) => sheet.step !== step);
      return isTaken;
    },

    isLeftBehind: () => leftBehind === history.readStep(),

    moved(isSheetEntry) {
      const step = history.readStep();
      const closed = sheets.filter((sheet) => sheet.step > step);
      sheets = sheets.filter((sheet) => sheet.step <= step);
      leftBehind = isSheetEntry ? step : undefined;
      for (const { close } of closed) close();
    },
  };
}
