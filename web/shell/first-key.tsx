import { useState } from 'react';
import { useApi } from '../lib/query.ts';
import { useTexts } from '../lib/texts.ts';
import { ShownOnce } from '../ui/shown-once.tsx';

const PREFIX = '#key=';

/** The key in the fragment that set-up ends with. It is removed from the URL, so that no history keeps it. */
function takeKey(): string | undefined {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  const key = location.hash.slice(PREFIX.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  return key;
}

const given = takeKey();

/** Shows the key of a new account once, after set-up; never a key that someone else put into a link. */
export function FirstKey() {
  const t = useTexts('shell').firstKey;
  const [isOpen, setOpen] = useState(given !== undefined);
  const { data } = useApi('GET /api/keys', {}, { isEnabled: isOpen });
  const isOwn = data?.data.keys.some(({ hint }) => given?.endsWith(hint));
  if (!isOpen || !given || !isOwn) return null;
  return (
    <ShownOnce title={t.title} value={given} onClose={() => setOpen(false)}>
      {t.text}
    </ShownOnce>
  );
}
