import type { Api } from '../../client/endpoints.ts';
import { ApiError } from './api-error.ts';
import { externalValue } from './external-value.ts';

/** The fields by which a user confirms a change: the current password, or a passkey. */
export type Confirmation = Pick<Api['POST /api/key/add']['body'], 'current_password' | 'current_passkey'>;

/** A request that waits for the current password or a passkey. */
export interface PasswordQuestion {
  /** Repeats the request with the confirmation; throws if that is wrong. */
  answer(confirmation: Confirmation): Promise<void>;
  cancel(): void;
}

/** The request for which the shell asks for the password; undefined if there is none. */
export const passwordQuestion = externalValue<PasswordQuestion | undefined>(undefined);

/** Whether the API requires the current password for this request. */
export function needsPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'password_required';
}

/** Whether another password or passkey, or the same one later, may succeed. */
function isAboutPassword(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || needsPassword(error));
}

/** Asks for the current password or a passkey and repeats the request with it; canceling rejects with the first error. */
export function askForPassword<Answer>(
  refusal: ApiError,
  resend: (confirmation: Confirmation) => Promise<Answer>,
): Promise<Answer> {
  passwordQuestion.get()?.cancel();
  return new Promise((resolve, reject) => {
    const close = () => passwordQuestion.set(undefined);
    passwordQuestion.set({
      async answer(confirmation) {
        try {
          resolve(await resend(confirmation));
        } catch (error) {
          if (isAboutPassword(error)) throw error;
          reject(error);
        }
        close();
      },
      cancel() {
        close();
        reject(refusal);
      },
    });
  });
}
