import { type Option, Select } from './select.tsx';

/** A select in a page's tools that filters or sorts a list. */
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
