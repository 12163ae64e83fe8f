export { withoutScheme } from '../../lib/urls.ts';
