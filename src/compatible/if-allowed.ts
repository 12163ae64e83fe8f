import { AppError } from '../core/errors.ts';

/** The result of a call, or `fallback` if the key does not have its scope. */
export async function ifAllowed<Result>(work: Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return fallback;
    throw error;
  }
}
