import DataLoader from 'dataloader'
import type { Context } from '../context.ts'

type Loaders = Map<string, DataLoader<string, unknown>>

const loaders = new WeakMap<Context, Loaders>()

/**
 * Loads one value of many at once: calls with the same `name` in one request and tick share one `load`.
 * @param name what is loaded and how, with the arguments that differ
 * @param load values for ids, in their order
 */
export function batched<Value>(
  ctx: Context,
  name: string,
  id: string,
  load: (ids: readonly string[]) => Promise<Value[]>,
): Promise<Value> {
  const own: Loaders = loaders.get(ctx) ?? new Map()
  loaders.set(ctx, own)
  const loader = own.get(name) ?? new DataLoader<string, unknown>(load)
  own.set(name, loader)
  return loader.load(id) as Promise<Value>
}
