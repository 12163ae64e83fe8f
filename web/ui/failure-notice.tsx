import { CircleAlert, SearchX } from 'lucide-react';
import { ApiError } from '../lib/api-error.ts';
import { describeError } from '../lib/error-words.ts';
import { Link, usePath } from '../lib/router.tsx';
import { useTexts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** Replaces content that failed to load: what happened, what to do, and the request ID; or that it was not found. */
export function FailureNotice({ error, onRetry }: { error: Error; onRetry?(): void }) {
  const t = useTexts('ui');
  const [, list, ...rest] = usePath().split('/');
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className="empty" role="alert">
        <SearchX className="empty-icon" size={20} aria-hidden />
        <h2>{t.gone}</h2>
        <p className="quiet">{t.goneText}</p>
        {rest.length > 0 && (
          <Link to={`/${list}`} className="button plain">
            {t.backToList}
          </Link>
        )}
      </div>
    );
  }
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className="empty" role="alert">
      <CircleAlert className="empty-icon failed" size={20} aria-hidden />
      <h2>{t.failed}</h2>
      <p className="quiet">{describeError(error)}</p>
      {onRetry && <Button onClick={onRetry}>{t.retry}</Button>}
      {requestId && (
        <p className="line hint">
          {t.requestId} <code>{requestId}</code> <CopyButton text={requestId} />
        </p>
      )}
    </div>
  );
}
