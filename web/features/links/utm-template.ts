import { type UtmName, type UtmValues, utmNames } from '../../../src/lib/utm-names.ts';
import type { RowOf } from '../../lib/query.ts';
import type { LinkValues } from './link-form.ts';

export type TemplateRow = RowOf<'GET /api/utm-templates'>;
type Parameters = LinkValues['parameters'];

/** The parameters with one UTM parameter set; '' removes it. */
export function withUtm(parameters: Parameters, name: UtmName, value: string): Parameters {
  if (value === '') return parameters.filter((pair) => pair.name !== name);
  if (!parameters.some((pair) => pair.name === name)) return [...parameters, { name, value }];
  return parameters.map((pair) => (pair.name === name ? { name, value } : pair));
}

/** The UTM parameters among these. */
export function utmValuesOf(parameters: Parameters): UtmValues {
  const read = (name: UtmName) => parameters.find((pair) => pair.name === name)?.value ?? '';
  return Object.fromEntries(utmNames.map((name) => [name, read(name)])) as UtmValues;
}

/** Whether the parameters have every value of the template. */
export function hasTemplate(parameters: Parameters, template: UtmValues): boolean {
  const values = utmValuesOf(parameters);
  return utmNames.every((name) => template[name] === '' || template[name] === values[name]);
}

/**
 * The parameters after another template is chosen, or none. What the previous template filled in is removed; what the user typed stays
 * unless the new template sets it.
 */
export function applyTemplate(
  parameters: Parameters,
  template: UtmValues | undefined,
  previous: UtmValues | undefined,
): Parameters {
  const values = utmValuesOf(parameters);
  return utmNames.reduce((result, name) => {
    const isFilledIn = previous !== undefined && previous[name] === values[name];
    return withUtm(result, name, template?.[name] || (isFilledIn ? '' : values[name]));
  }, parameters);
}
