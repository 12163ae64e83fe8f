import { failure } from '../../core/errors.ts';
import type { DisabledBy } from '../../core/take-down.ts';
import type { ChosenColours } from '../../pages/palette.ts';
import type { PagePicture } from '../files/file.ts';

/** A page of a user's own that a link shows before it leads on; '' leaves a text to the house. */
export interface SplashPage {
  id: number;
  userId: number;
  name: string;
  title: string;
  text: string;
  /** What the button says. */
  button: string;
  /** 0 waits for the button. */
  seconds: number;
  colours: ChosenColours;
  picture: PagePicture | null;
  logo: PagePicture | null;
  /** Null where it is active; links do not show a disabled one. */
  disabledBy: DisabledBy | null;
  createdAt: number;
}

/** How long one may be made to look at a splash page. */
export const MAX_SECONDS = 60;

/** How long a page counts down where nobody says otherwise. */
export const USUAL_SECONDS = 10;

export const splashPageNotFound = failure('not_found', 'splash_page_not_found', 'Get the ID from `GET /api/splash`.');
