import type { Catalogs } from '../texts/catalogs.ts';
import { getTexts } from '../texts/texts.ts';

type ApiTexts = Catalogs['api'];

/** The groups of `locales/<language>/api.json`. */
export type MessageGroup = 'failures' | 'fields' | 'warnings';

/** The codes of a group: a code without an English sentence does not compile. */
export type CodeOf<Group extends MessageGroup> = keyof ApiTexts[Group] & string;

/** The parameters of a sentence; undefined for a sentence without placeholders. */
type ParamsOf<Text> = Text extends (values: infer Values) => string ? Values : undefined;

/** The last argument of a function that takes a code: the parameters of its sentence, if it has any. */
export type GivenParams<Group extends MessageGroup, Code extends CodeOf<Group>> =
  ParamsOf<ApiTexts[Group][Code]> extends undefined ? [] : [params: ParamsOf<ApiTexts[Group][Code]>];

/** A code with the parameters that its sentence needs. */
export type Coded<Group extends MessageGroup> = {
  [Code in CodeOf<Group>]: ParamsOf<ApiTexts[Group][Code]> extends undefined
    ? { code: Code; params?: undefined }
    : { code: Code; params: ParamsOf<ApiTexts[Group][Code]> };
}[CodeOf<Group>];

export type MessageParams = Record<string, string | number>;

/** A sentence of the API. Clients act on `code` and `params`; `message` is the English sentence with its values. */
export interface ApiMessage<Code extends string = string> {
  code: Code;
  message: string;
  params: MessageParams;
}

const english = getTexts('api', 'en');

/** The codes of a group. */
export function listCodes(group: MessageGroup): string[] {
  return Object.keys(english[group]);
}

/** The English sentence of a code. Placeholders without a value stay, as the documentation shows them. */
export function formatEnglish(group: MessageGroup, code: string, params: MessageParams = {}): string {
  const text = (english[group] as unknown as Record<string, string | ((values: MessageParams) => string)>)[code];
  if (text === undefined) throw new Error(`locales/en/api.json has no ${group}.${code}`);
  return typeof text === 'string' ? text : text(params);
}

/** Adds the English sentence to a code and its parameters. */
export function toMessage<Group extends MessageGroup>(group: Group, coded: Coded<Group>): ApiMessage<CodeOf<Group>> {
  const { code, params = {} } = coded as { code: CodeOf<Group>; params?: MessageParams };
  return { code, message: formatEnglish(group, code, params), params };
}

/** The result of a change that may come with warnings. */
export interface Warned {
  warnings: ApiMessage[];
}

/** Something worth knowing about a request that succeeded. */
export function warning<Code extends CodeOf<'warnings'>>(
  code: Code,
  ...[params]: GivenParams<'warnings', Code>
): ApiMessage<Code> {
  return toMessage('warnings', { code, params } as Coded<'warnings'>) as ApiMessage<Code>;
}
