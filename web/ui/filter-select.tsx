import { type Option, Select } from './select.tsx';

/** Narrows or orders a list; stands in the tools of a page. */
export function FilterSelect<Value extends string>({
  label,
  ...rest
}: {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange(value: Value): void;
}) {
  return (
    <span className="input filter">
      <Select {...rest} aria-label={label} />
    </span>
  );
}
