import { useState } from 'react';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LinkForm } from './link-editor.tsx';
import { NEW_LINK, toCopyValues, toLinkValues } from './link-form.ts';

interface SheetProps {
  /** The link to edit; omitted for a new one. */
  id?: string | undefined;
  /** A new link starts with the fields of this link. */
  copyOf?: string | undefined;
  /** A new link starts with this destination. */
  url?: string;
  /** A new link starts with this alias, on this domain. */
  alias?: string;
  domain?: string;
  onCreated?(): void;
  onClose(): void;
}

/** The form with every field of a link: a new one, a copy, or the one with this id. */
export function LinkSheet({ id, copyOf, url = '', alias = '', domain = '', onCreated, onClose }: SheetProps) {
  const t = useTexts('link-form');
  const [isChanged, setChanged] = useState(false);
  const isNew = id === undefined;
  const source = id ?? copyOf;
  const { data, error } = useApi(
    'GET /api/url/:id',
    { params: { id: source ?? '' } },
    { isEnabled: source !== undefined },
  );
  const details = data?.details;
  const short = details ? withoutScheme(details.shorturl) : '…';
  const newTitle = copyOf === undefined ? t.newTitle : t.copyTitle({ short });
  const start = isNew ? toCopyValues : toLinkValues;
  const initial = details ? start(details) : { ...NEW_LINK, url, custom: alias, domain };
  return (
    // One sheet before and after the link has loaded: opening a sheet is the most expensive part.
    <SideSheet title={isNew ? newTitle : t.editTitle({ short })} onClose={onClose} isChanged={isChanged}>
      {source === undefined || details ? (
        <LinkForm
          id={id}
          initial={initial}
          channelCount={isNew ? 0 : (details?.channels.length ?? 0)}
          disabledBy={isNew ? undefined : details?.disabled_by}
          onChanged={setChanged}
          onCreated={onCreated}
          onClose={onClose}
        />
      ) : (
        (error && <FailureNotice error={error} />) || <SkeletonRows />
      )}
    </SideSheet>
  );
}
