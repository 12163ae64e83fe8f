import type { FieldProblem } from '../../../core/errors.ts';
import { readCell } from '../../../lib/csv.ts';
import { formatDateTime } from '../../../lib/date-time.ts';
import { isDeeperThan } from '../../../lib/json.ts';
import { parseLooseDate } from '../../../lib/loose-date.ts';

/** A problem with a cell that the validation of the API cannot detect. */
export class CellProblem {
  readonly problem: FieldProblem;

  constructor(problem: FieldProblem) {
    this.problem = problem;
  }
}

/** Converts a cell to the value of a field; undefined omits the field. */
type ReadColumn = (cell: string) => unknown;

const asText: ReadColumn = (cell) => cell;
const asLine: ReadColumn = (cell) => cell.replace(/\s+/g, ' ');
const asNumber: ReadColumn = (cell) => (/^\d{1,15}$/.test(cell) ? Number(cell) : cell);

/** A number of clicks, such as `1,204` or `1 204`. Anything else is omitted: a link is worth importing without its count. */
const asCount: ReadColumn = (cell) => {
  const digits = /^\d{1,3}([,.\s'’]\d{3})+$/.test(cell) ? cell.replace(/\D/g, '') : cell;
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
};

const YES = ['1', 'true', 'yes', 'y', 'on'];
const NO = ['0', 'false', 'no', 'n', 'off'];

function asFlag(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : undefined;
}

const asBoolean: ReadColumn = (cell) => asFlag(cell) ?? cell;

const NEVER = ['never', 'none', 'null', 'n/a', '-', '0'];

/** Formats a date for the API. An unreadable date stays unchanged, so that validation rejects it. */
const asDate: ReadColumn = (cell) => {
  if (NEVER.includes(cell.toLowerCase()) || cell.startsWith('0000-00-00')) return undefined;
  const ms = parseLooseDate(cell);
  return ms === undefined ? cell : formatDateTime(ms);
};

const asTags: ReadColumn = (cell) => [
  ...new Set(
    cell
      .split(/[,;|]/)
      .map((tag) => tag.replace(/\s+/g, ' ').trim())
      .filter(Boolean),
  ),
];

const asIds: ReadColumn = (cell) => cell.split(/[,;|\s]+/).map(asNumber);

// Deeper JSON is neither a list of rules nor an app.
const MAX_DEPTH = 10;

/** A list of rules as JSON. An unreadable one stays unchanged, so that validation rejects it. */
const asJsonList: ReadColumn = (cell) => {
  if (isDeeperThan(cell, MAX_DEPTH)) return cell;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
};

/** The apps of a link as JSON. Files of other services may have a column of this name with something else. */
const asApp: ReadColumn = (cell) => (cell.startsWith('{') ? asJsonList(cell) : undefined);

const ACTIVE_WORDS = ['active', 'enabled', 'live', 'published', 'ok'];
const DISABLED_WORDS = [
  'disabled',
  'inactive',
  'archived',
  'paused',
  'blocked',
  'banned',
  'deleted',
  'trashed',
  'suspended',
  'expired',
];

const asStatus: ReadColumn = (cell) => {
  const word = cell.toLowerCase();
  if (ACTIVE_WORDS.includes(word) || asFlag(cell) === true) return 'active';
  return DISABLED_WORDS.includes(word) || asFlag(cell) === false ? 'disabled' : cell;
};

const asOppositeStatus: ReadColumn = (cell) => {
  const isDisabled = asFlag(cell);
  if (isDisabled === undefined) return cell;
  return isDisabled ? 'disabled' : 'active';
};

/** `/spring` and `spring` are the same. */
const asAlias: ReadColumn = (cell) => cell.replace(/^\/+/, '');

/** The last part of a short URL. */
const asLastPart: ReadColumn = (cell) => {
  const parts = cell.replace(/[?#].*$/s, '').split('/');
  return parts.findLast((part) => part !== '') ?? '';
};

const HASH = /^\$(2[abxy]|argon2|P|5|6)\$/;

/** Many services export only whether a link has a password, or its hash. */
const asPassword: ReadColumn = (cell) => {
  if (asFlag(cell) === false || cell.toLowerCase() === 'null') return undefined;
  return asFlag(cell) || HASH.test(cell) ? new CellProblem({ code: 'password_hash' }) : cell;
};

/** A field of a link, and its column names in the files of other services; the first column with a value is used. */
export interface Column {
  field: string;
  names: readonly string[];
  read: ReadColumn;
  /** Whether it contains short URLs, which also name a domain. */
  isShort: boolean;
  /** The maximum length of a cell; longer ones are not parsed. */
  maxLength: number;
}

const MAX_CELL = 8_192;
const MAX_LIST = 1_000_000;

function column(field: string, read: ReadColumn, names: string): Column {
  const maxLength = read === asJsonList || read === asApp ? MAX_LIST : MAX_CELL;
  return { field, read, names: names.split(' '), isShort: read === asLastPart, maxLength };
}

/** All known columns; names are in lower case without spaces and punctuation. */
export const columns: readonly Column[] = [
  column(
    'url',
    asText,
    // If there are two URL columns, `url` may be the short one.
    'longurl longlink target targeturl destination destinationurl originalurl originallink fullurl deeplink deeplinklink redirecturl redirectto ziel zielurl url',
  ),
  column(
    'custom',
    asAlias,
    'custom alias customalias slug slashtag keyword key path backhalf custombackhalf address shortcode code ending urlending',
  ),
  column(
    'custom',
    asLastPart,
    'customlink custombitlink custombitlinks shorturl shortlink shortenedurl shortenedlink bitlink tinyurl secureshorturl link kurzlink kurzurl',
  ),
  column('metatitle', asLine, 'metatitle title linktitle pagetitle ogtitle name linkname titel'),
  column('description', asLine, 'description note notes comment comments beschreibung notiz'),
  column('metadescription', asLine, 'metadescription ogdescription'),
  column('metaimage', asText, 'metaimage ogimage ogimageurl'),
  column('tags', asTags, 'tags tag tagnames labels label schlagwörter schlagworte'),
  column(
    'created',
    asDate,
    'created createdat createdon createdutc createddate datecreated creationdate creationtime creationtimestamp date dateadded timestamp erstellt erstelltam erstelltutc',
  ),
  column(
    'expiry',
    asDate,
    'expiry expires expiresat expireson expirydate expiration expirationdate expiredat expireat expirein validuntil enddate',
  ),
  column('starts', asDate, 'starts startsat startdate validsince validfrom activefrom'),
  column('expiry_url', asText, 'expiryurl expiredurl expirationurl expiredlink'),
  column(
    'clicks',
    asCount,
    'clicks totalclicks clickcount clickscount numberofclicks visits totalvisits visitcount visitscount hits linkclicks engagements totalengagements klicks aufrufe',
  ),
  column('max_clicks', asNumber, 'maxclicks clicklimit clickslimit maxvisits visitlimit'),
  column('password', asPassword, 'password linkpassword passwort'),
  column('domain', asText, 'domain domainname domainfullname customdomain brandeddomain shortdomain host hostname'),
  column('status', asStatus, 'status state linkstatus active isactive enabled isenabled'),
  column('status', asOppositeStatus, 'archived isarchived disabled isdisabled banned paused'),
  column('redirect_code', asNumber, 'redirectcode redirecttype redirectstatus httpcode statuscode'),
  column('forward_query', asBoolean, 'forwardquery querypassthrough'),
  column('app', asApp, 'app'),
  column('escape', asBoolean, 'escape'),
  column('pixels', asIds, 'pixelids'),
  column('channel', asNumber, 'channelid'),
  column('campaign', asNumber, 'campaignid'),
  column('geotarget', asJsonList, 'geotarget'),
  column('devicetarget', asJsonList, 'devicetarget'),
  column('languagetarget', asJsonList, 'languagetarget'),
  column('rules', asJsonList, 'rules'),
];

/** A column of a file and its field. */
export interface FoundColumn extends Column {
  index: number;
}

/** The columns found in the header of a file. */
export interface FoundColumns {
  /** If several columns have the same field, the first one with a value is used. */
  known: FoundColumn[];
  ignored: string[];
}

/** The names that messages and documents use for fields. */
export const shownNames = [
  ...['url', 'alias', 'short_url', 'title', 'description', 'tags', 'created', 'clicks', 'expiry', 'starts'],
  ...['max_clicks', 'password', 'domain', 'status'],
];

/** A column that the user chose for a field; without an index, the field is not imported. */
export interface ChosenColumn {
  column: Column;
  index: number | undefined;
}

/** The name of a column in lower case, without spaces and punctuation. */
export function foldColumnName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const LINK = 'link';

/** Finds the field of each column of a file. Choices come first: their fields and columns are not recognized by name. */
export function findColumns(head: string[], chosen: ChosenColumn[] = []): FoundColumns {
  const names = head.map((cell) => foldColumnName(readCell(cell)));
  const isChosen = (index: number) => chosen.some((one) => one.index === index);
  const chosenFields = new Set(chosen.map(({ column }) => column.field));
  const hasUrl = chosenFields.has('url') || names.some((name) => columns[0]?.names.includes(name));
  // `link` is the short URL if another column has the long one.
  const effectiveNames = hasUrl ? names : names.map((name) => (name === LINK ? 'url' : name));
  const recognized = columns.flatMap((one) => {
    if (chosenFields.has(one.field)) return [];
    return one.names.flatMap((name) => {
      const index = effectiveNames.indexOf(name);
      return index === -1 || isChosen(index) ? [] : [{ ...one, index }];
    });
  });
  const named = chosen.flatMap(({ column: one, index }) => (index === undefined ? [] : [{ ...one, index }]));
  const known = [...named, ...recognized];
  const ignored = head.filter((name, index) => name.trim() !== '' && !known.some((found) => found.index === index));
  return { known, ignored };
}
