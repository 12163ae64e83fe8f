import { ApiError } from './api-error.ts';
import { externalValue } from './external-value.ts';

/** A request that waits for the current password. */
interface PasswordQuestion {
  /** Sends the request again with the password; throws where the password is not right. */
  answer(password: string): Promise<void>;
  cancel(): void;
}

/** What the shell asks in a dialog; undefined while nothing waits. */
export const passwordQuestion = externalValue<PasswordQuestion | undefined>(undefined);

/** Whether the API wants the current password before it does something. */
export function needsPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'password_required';
}

/** Whether another password may help, or the same one a little later. */
function isAboutPassword(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || 'current_password' in error.fields);
}

/** Asks for the current password and sends the request again with it; whoever cancels gets the first failure. */
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
