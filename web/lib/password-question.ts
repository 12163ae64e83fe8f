import { ApiError } from './api-error.ts';
import { externalValue } from './external-value.ts';

/** A request that waits for the current password. */
interface PasswordQuestion {
  /** Repeats the request with the password; throws if the password is wrong. */
  answer(password: string): Promise<void>;
  cancel(): void;
}

/** The request for which the shell asks for the password; undefined if there is none. */
export const passwordQuestion = externalValue<PasswordQuestion | undefined>(undefined);

/** Whether the API requires the current password for this request. */
export function needsPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'password_required';
}

/** Whether another password, or the same one later, may succeed. */
function isAboutPassword(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || 'current_password' in error.fields);
}

/** Asks for the current password and repeats the request with it; canceling rejects with the first error. */
export function askForPassword<Answer>(
  refusal: ApiError,
  resend: (password: string) => Promise<Answer>,
): Promise<Answer> {
  passwordQuestion.get()?.cancel();
  return new Promise((resolve, reject) => {
    const close = () => passwordQuestion.set(undefined);
    passwordQuestion.set({
      async answer(password) {
        try {
          resolve(await resend(password));
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
