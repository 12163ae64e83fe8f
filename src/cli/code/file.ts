import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import type { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import { parseInput } from '../../http/read-input.ts';
import type { QrType } from '../../qr/payload.ts';
import { readContent } from '../../resources/qr-codes/qr-code.content.ts';
import { CommandFailure } from '../command-failure.ts';
import { isInlineLogo } from './logo.ts';
import { type Fields, fileFieldsOf, isEmpty, type NounName, nounNames, nouns } from './noun.ts';
import type { ServerState } from './state.ts';
import { findUnknownWithin } from './unknown-fields.ts';
import { createYamlNodes } from './yaml-nodes.ts';

/** An object that a file describes. */
export interface WantedObject {
  line: number;
  fields: Fields;
  /** Values that the API would refuse, each with its field. */
  problems: { field: string; line: number; problem: string }[];
}

/** A file: the nouns that it has, and their objects. */
export type WantedState = Partial<Record<NounName, WantedObject[]>>;

// Texts that look like numbers, such as the alias 0123.
const TEXTS = ['custom', 'name', 'slug', 'campaign', 'channel', 'pixels', 'tags', 'password'];

// These name other objects.
const NAMES = ['campaign', 'channel', 'pixels'];

/** The body of an object as the API would read it: references are ids there, so others stand for them. */
function toCheckedBody(noun: NounName, fields: Fields): Fields {
  const { campaign, channel, pixels, weight, ...body } = fields;
  const isNamedType = noun === 'links' && /^(overlay|splash):/.test(String(body.type));
  // An image in the file is uploaded; the body has the ID of the file.
  if (noun === 'qr' && isInlineLogo(body.logo)) delete body.logo;
  return isNamedType ? { ...body, type: 'direct' } : body;
}

/** What the API would refuse, or ignore within a field. Missing fields are reported elsewhere. */
function findProblems(noun: NounName, fields: Fields): { field: string; problem: string }[] {
  try {
    const { schema } = nouns[noun];
    parseInput(schema, toCheckedBody(noun, fields));
    if (noun === 'qr') readContent(fields.type as QrType, fields.data);
    return Object.entries(fields).flatMap(([field, value]) =>
      findUnknownWithin(schema.shape[field] as z.ZodType | undefined, field, value).map((path) => {
        return { field, problem: `there is no field '${path}'` };
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.fields.flatMap(({ field, message }) => {
      const [first = ''] = field.split('.');
      return fields[first] === undefined ? [] : [{ field: first, problem: `${field}: ${message}` }];
    });
  }
}

/** Reads a file; throws a failure that lists every problem with its line. */
export function readFile(name: string, text: string): WantedState {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, version: '1.2' });
  const problems: string[] = [];
  const report = (line: number, problem: string) => void problems.push(`${name}:${line}: ${problem}`);
  const end = () => {
    if (problems.length > 0)
      throw new CommandFailure(`${name} has ${problems.length === 1 ? 'an error' : 'errors'}`, problems);
  };
  const { lineOf, resolve, fieldsOf, read } = createYamlNodes(document, lines, report);
  for (const { code, message, linePos } of [...document.errors, ...document.warnings]) {
    const problem = code === 'MULTIPLE_DOCS' ? 'a file has only one document' : (message.split(' at line ')[0] ?? '');
    report(linePos?.[0].line ?? 1, problem);
  }
  end();

  function readObject(noun: NounName, node: unknown): WantedObject | undefined {
    if (!isMap(resolve(node))) {
      report(lineOf(node), `an entry of ${noun} must be a list of fields`);
      return undefined;
    }
    const fields: Fields = {};
    const lineOfField = new Map<string, number>();
    const known = fileFieldsOf(noun);
    for (const { name: field, key, value } of fieldsOf(node)) {
      lineOfField.set(field, lineOf(key));
      if (!known.includes(field)) report(lineOf(key), `${noun} have no field '${field}'`);
      const given = read(value, TEXTS.includes(field));
      if (!isEmpty(given)) fields[field] = given;
      if (NAMES.includes(field) && [given].flat().some((name) => typeof name === 'object' && name !== null))
        report(lineOf(key), `'${field}' must be a name, or a list of names`);
    }
    for (const field of nouns[noun].required) {
      if (fields[field] === undefined) report(lineOf(node), `'${field}' is required`);
    }
    const problems = findProblems(noun, fields).map(({ field, problem }) => ({
      ...{ field, problem },
      line: lineOfField.get(field) ?? lineOf(node),
    }));
    return { line: lineOf(node), fields, problems };
  }

  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return {};
  if (!isMap(contents)) {
    report(1, `a file has the keys ${nounNames.join(', ')}`);
    end();
  }
  const wanted: WantedState = {};
  for (const { name, key, value: given } of fieldsOf(contents)) {
    const value = resolve(given);
    const noun = nounNames.find((one) => one === name);
    if (!noun) {
      report(lineOf(key), `unknown key '${name}'; a file has ${nounNames.join(', ')}`);
      continue;
    }
    const isNothing = value === null || (isScalar(value) && value.value === null);
    if (!isNothing && !isSeq(value)) report(lineOf(key), `'${noun}' must be a list`);
    wanted[noun] = isSeq(value) ? value.items.flatMap((item) => readObject(noun, item) ?? []) : [];
  }
  findDuplicates(wanted, report);
  end();
  return wanted;
}

/** Links, and domains, are found again by their address. */
function findDuplicates(wanted: WantedState, report: (line: number, problem: string) => void): void {
  for (const noun of ['domains', 'links'] as const) {
    const seen = new Map<string, number>();
    for (const { line, fields } of wanted[noun] ?? []) {
      const name = nouns[noun].identify(fields);
      const first = seen.get(name);
      if (first !== undefined) report(line, `${name.replace(/^\//, '')} is already in line ${first}`);
      seen.set(name, first ?? line);
    }
  }
}

/** Writes a state as a file. Objects are in an order that does not depend on the server. */
export function writeFile({ objects }: ServerState): string {
  const parts = nounNames.map((noun) => [noun, sortObjects(noun, objects[noun]).map(({ fields }) => fields)] as const);
  const filled = parts.filter(([, list]) => list.length > 0);
  if (filled.length === 0) return '# There is nothing to describe.\n';
  return filled.map(([noun, list]) => stringify({ [noun]: list }, { lineWidth: 0, version: '1.2' })).join('\n');
}

/** By name; objects with the same name by age, so that `Name#2` stays the second. */
function sortObjects<T extends { id: number; fields: Fields }>(noun: NounName, objects: T[]): T[] {
  const nameOf = ({ fields }: T) => nouns[noun].identify(fields);
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return [...objects].sort((one, other) => compare(nameOf(one), nameOf(other)) || one.id - other.id);
}
