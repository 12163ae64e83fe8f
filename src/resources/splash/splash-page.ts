import { failure } from '../../core/errors.ts';
import type { DisabledBy } from '../../core/take-down.ts';
import type { ChosenColors } from '../../pages/palette.ts';
import type { PagePicture } from '../files/file.ts';

/** A custom page that a link shows before it redirects; '' means the default text. */
export interface SplashPage {
  id: number;
  userId: number;
  name: string;
  title: string;
  text: string;
  /** The label of the button. */
  button: string;
  /** 0 waits until the visitor clicks the button. */
  seconds: number;
  colors: ChosenColors;
  picture: PagePicture | null;
  logo: PagePicture | null;
  /** Null while it is active; links do not show a disabled splash page. */
  disabledBy: DisabledBy | null;
  createdAt: number;
}

/** The longest countdown. */
export const MAX_SECONDS = 60;

/** The default countdown. */
export const DEFAULT_SECONDS = 10;

export const splashPageNotFound = failure('not_found', 'splash_page_not_found', 'Get the ID from `GET /api/splash`.');
