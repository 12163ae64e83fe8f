import type { z } from 'zod';
import { toSchema } from '../../http/openapi.ts';

/** The parts of JSON Schema that name the properties of a value. */
interface Shape {
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  const?: unknown;
}

function alternativesOf(shape: Shape): Shape[] {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  return inner.length === 0 ? [shape] : inner.flatMap(alternativesOf);
}

/** Whether a shape with a fixed `type`, such as that of a condition, is the one of this value. */
function hasSameType({ properties }: Shape, value: Record<string, unknown>): boolean {
  const type = properties?.type?.const;
  return type === undefined || type === value.type;
}

function findIn(value: unknown, shapes: Shape[], path: string): string[] {
  const all = shapes.flatMap(alternativesOf);
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items: one }) => one ?? []);
    return value.flatMap((item, index) => findIn(item, items, `${path}.${index}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const fitting = all.filter((shape) => shape.properties && hasSameType(shape, fields));
  const isOpen = all.some(({ additionalProperties = false }) => additionalProperties !== false);
  // Without any properties, the schema does not say what an object contains.
  if (fitting.length === 0 || isOpen) return [];
  return Object.entries(fields).flatMap(([name, inner]) => {
    const known = fitting.flatMap(({ properties = {} }) => (Object.hasOwn(properties, name) ? [properties[name]] : []));
    return known.length === 0 ? [`${path}.${name}`] : findIn(inner, known as Shape[], `${path}.${name}`);
  });
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** Finds the names within a field that its schema does not know, such as `rules.0.whn`. The API would ignore them. */
export function findUnknownWithin(schema: z.ZodType | undefined, field: string, value: unknown): string[] {
  if (!schema || typeof value !== 'object') return [];
  const shape = shapes.get(schema) ?? (toSchema(schema, 'input') as Shape);
  shapes.set(schema, shape);
  return findIn(value, [shape], field);
}
