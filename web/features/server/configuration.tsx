import { useState } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { SearchField } from '../../ui/search-field.tsx';

type Setting = AnswerOf<'GET /api/server'>['data']['settings'][number];

function Value({ setting }: { setting: Setting }) {
  const t = useTexts('server');
  if (setting.secret) return <span className="quiet">{t.hidden}</span>;
  if (setting.value !== null) return <code>{setting.value}</code>;
  return <span className="quiet">{setting.default === '' ? t.none : setting.default}</span>;
}

/** Lists every setting of the environment, with its value or its default. */
export function Configuration({ settings }: { settings: Setting[] }) {
  const t = useTexts('server');
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const shown = settings.filter(({ name, means }) => `${name} ${means}`.toLowerCase().includes(words));
  return (
    <section className="server-section">
      <div className="part-head">
        <div className="grow">
          <h2>{t.configuration}</h2>
          <p className="hint">{t.configurationHint}</p>
        </div>
        <SearchField value={search} onChange={setSearch} label={t.searchSettings} />
      </div>
      <dl className="card server-settings">
        {shown.map((setting) => (
          <div key={setting.name}>
            <dt>
              <code>{setting.name}</code>
              <span className="hint">{setting.means.replaceAll('`', '')}</span>
            </dt>
            <dd>
              <Value setting={setting} />
              {setting.set ? <Badge tone="accent">{t.set}</Badge> : <Badge>{t.default}</Badge>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
