import table from './subdivisions.txt' with { type: 'text' };

/** A subdivision of ISO 3166-2. */
export interface Subdivision {
  /** Such as `US-CA`. */
  code: string;
  /** ISO alpha-2 code. */
  country: string;
  /** English and local names, as far as location data is known to use them. */
  names: readonly string[];
  /** Its own country code, if location data has it as a country: `PR` for `US-PR`. */
  territory?: string;
}

// Also the codes of ISO 3166-1 in their second part.
const TERRITORIES =
  'US-AS US-GU US-MP US-PR US-UM US-VI FR-BL FR-MF FR-NC FR-PF FR-PM FR-TF FR-WF NL-AW NL-CW NL-SX CN-HK CN-MO CN-TW';

/** Each line has a country and its subdivisions, separated by tabs: `US`, `AK=Alaska`, and so on; `;` separates names. */
function readTable(): Map<string, Subdivision> {
  const byCode = new Map<string, Subdivision>();
  for (const line of table.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [country = '', ...entries] = line.split('\t');
    for (const entry of entries) {
      const [part = '', names = ''] = entry.split('=');
      const code = `${country}-${part}`;
      byCode.set(code, { code, country, names: names.split(';') });
    }
  }
  for (const code of TERRITORIES.split(' ')) {
    const [country = '', territory = ''] = code.split('-');
    byCode.set(code, { code, country, names: [], territory });
  }
  return byCode;
}

let byCode: Map<string, Subdivision> | undefined;

/** Finds a subdivision by its code in upper case. */
export function findSubdivision(code: string): Subdivision | undefined {
  // Read when the first rule needs it: most servers have no rule with such a code.
  byCode ??= readTable();
  return byCode.get(code);
}
