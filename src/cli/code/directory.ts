/** Objects that others refer to by name. The second one with a name is `Name#2`. */
export interface Directory {
  labelOf(id: number): string | undefined;
  idOf(label: string): number | undefined;
  add(id: number, name: string): void;
}

export function createDirectory(entries: { id: number; name: string }[]): Directory {
  const labels = new Map<number, string>();
  const ids = new Map<string, number>();

  function add(id: number, name: string): void {
    let label = name;
    for (let number = 2; ids.has(label); number += 1) label = `${name}#${number}`;
    labels.set(id, label);
    ids.set(label, id);
  }
  for (const { id, name } of [...entries].sort((one, other) => one.id - other.id)) add(id, name);
  return { labelOf: (id) => labels.get(id), idOf: (label) => ids.get(label), add };
}
