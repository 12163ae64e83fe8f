/** Counts with the same shade; the strongest shade is 5. */
export interface MapClass {
  step: number;
  least: number;
  most: number;
}

const STEPS = 5;

/** At most five classes of counts, each wider than the one below, so that one large country does not fade the rest. */
export function classesTo(largest: number): MapClass[] {
  if (largest < 1) return [];
  const lows = Array.from({ length: STEPS }, (_, step) => Math.ceil((largest + 1) ** (step / STEPS) - 1e-9));
  const classes = lows
    .map((least, index) => ({ least, most: (lows[index + 1] ?? largest + 1) - 1 }))
    .filter(({ least, most }) => least <= most && least <= largest);
  return classes.map((one, index) => ({ ...one, step: STEPS - classes.length + index + 1 }));
}

/** The shade of a count; 0 for none. */
export function stepOf(classes: MapClass[], count: number): number {
  return classes.findLast(({ least }) => count >= least)?.step ?? 0;
}
