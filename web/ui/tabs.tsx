import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

/** One tab. */
export interface Tab<Name extends string> {
  name: Name;
  label: string;
}

interface Props<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  value: Name;
  onChange(name: Name): void;
  /** The content of the selected tab. */
  children: ReactNode;
}

/** Several views of one thing, one of them visible. */
export function Tabs<Name extends string>({ label, tabs, value, onChange, children }: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === value);
    const next = (at + step + tabs.length) % tabs.length;
    onChange((tabs[next] as Tab<Name>).name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === value ? 0 : -1}
            onClick={() => onChange(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
