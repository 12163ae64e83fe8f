import type { Migration } from '../migrate.ts';
import { identityAndPixels } from './0001-identity-and-pixels.ts';

/** Every step of the schema in order; a step that was released never changes. */
export const migrations: Migration[] = [identityAndPixels];
