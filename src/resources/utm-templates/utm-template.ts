import { failure } from '../../core/errors.ts';
import type { UtmValues } from '../../lib/utm-names.ts';

/** A named set of UTM parameters, which the dashboard fills into the form of a link. */
export interface UtmTemplate extends UtmValues {
  id: number;
  name: string;
  createdAt: number;
}

export const utmTemplateNotFound = failure(
  'not_found',
  'utm_template_not_found',
  'Get the ID from `GET /api/utm-templates`.',
);
