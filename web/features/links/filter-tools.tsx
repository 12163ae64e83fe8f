import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Chips } from '../../ui/chips.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Option } from '../../ui/select.tsx';
import { useGroups } from './use-groups.ts';
import { type FilterName, filterNames, type LinkFilterState } from './use-link-filters.ts';

/** The options of each filter; those of the account are loaded when they are first needed. */
function useChoices(isEnabled: boolean): (name: FilterName) => { options: Option<string>[]; isReady: boolean } {
  const t = useTexts('link-filters');
  const groups = useGroups(isEnabled);
  return (name) => {
    if (name === 'status' || name === 'type') {
      const words: Record<string, string> = name === 'status' ? t.statuses : t.types;
      return { options: Object.entries(words).map(([value, label]) => ({ value, label })), isReady: true };
    }
    return { options: groups[name], isReady: groups.isReady };
  };
}

/** A button with all filters of the list. */
export function FilterPanel({ filters }: { filters: LinkFilterState }) {
  const t = useTexts('link-filters');
  const [isWanted, setWanted] = useState(false);
  const choicesOf = useChoices(isWanted);
  const { values, set } = filters;
  const count = Object.keys(values).length;

  function optionsOf(name: FilterName): Option<string>[] {
    const { options } = choicesOf(name);
    const value = values[name] ?? '';
    const isListed = value === '' || options.some((option) => option.value === value);
    return [{ value: '', label: t.any[name] }, ...(isListed ? [] : [{ value, label: value }]), ...options];
  }

  return (
    <Panel
      label={t.filters}
      onOpen={() => setWanted(true)}
      button={
        <>
          <ListFilter size={16} aria-hidden />
          {t.filter}
          {count > 0 && <Badge tone="accent">{count}</Badge>}
        </>
      }
    >
      <div className="stack">
        {filterNames
          .filter((name) => name !== 'domain' || values.domain || choicesOf('domain').options.length > 1)
          .map((name) => (
            <SelectField
              key={name}
              name={name}
              label={t.names[name]}
              error={undefined}
              value={values[name] ?? ''}
              options={optionsOf(name)}
              onChange={(value) => set(name, value)}
            />
          ))}
      </div>
    </Panel>
  );
}

/** The active filters as text. */
export function LinkFilterChips({ filters }: { filters: LinkFilterState }) {
  const t = useTexts('link-filters');
  const { values, set, clear } = filters;
  const choicesOf = useChoices(Boolean(values.channel || values.campaign));

  function wordFor(name: FilterName, value: string): string {
    const { options, isReady } = choicesOf(name);
    const found = options.find((option) => option.value === value)?.label;
    if (found || name === 'tag' || name === 'domain') return found ?? value;
    return isReady ? t.unknown : '…';
  }

  return (
    <Chips
      label={t.filters}
      removeLabel={t.remove}
      clear={{ name: t.clear, run: clear }}
      chips={filterNames.flatMap((name) => {
        const value = values[name];
        if (!value) return [];
        return [{ name: `${t.names[name]}: ${wordFor(name, value)}`, onRemove: () => set(name, '') }];
      })}
    />
  );
}
