const WEB_ADDRESS = /https?:\/\/[^\s<>"“”„«»]+/i;
const LAST_PUNCTUATION = /[.,;:!?'’…。，、]$/;
const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The longest private description of a link. */
export const DESCRIPTION_LENGTH = 1_000;

/** A page that a phone or the bookmarklet shared. */
export interface SharedPage {
  /** '' if there is none. */
  url: string;
  /** The title of the page. */
  description: string;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Removes the punctuation of the sentence around an address; a bracket that the address itself opens stays. */
function trimSentence(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = BRACKETS[last];
  const isUnopened = opening !== undefined && count(address, last) > count(address, opening);
  return isUnopened || LAST_PUNCTUATION.test(address) ? trimSentence(address.slice(0, -1)) : address;
}

/** The first address in a text; '' if there is none. */
function findAddress(text: string): string {
  const [found = ''] = WEB_ADDRESS.exec(text) ?? [];
  const address = trimSentence(found);
  return isWebAddress(address) ? address : '';
}

/** Reads the page from the parameters of the URL. Many apps send the address within `text`, and some within `title`. */
export function readSharedPage(params: URLSearchParams): SharedPage {
  const [url, text, title] = ['url', 'text', 'title'].map((name) => (params.get(name) ?? '').trim()) as [
    string,
    string,
    string,
  ];
  const address = isWebAddress(url) ? url : findAddress(url) || findAddress(text) || findAddress(title);
  return { url: address, description: findAddress(title) === '' ? title.slice(0, DESCRIPTION_LENGTH) : '' };
}
