/**
 * Values that exist once in each process. Next bundles routes and instrumentation separately and reloads them in development, so a
 * module's own variable may exist several times.
 */
const shared = globalThis as { merchantApp?: Map<string, unknown> }
shared.merchantApp ??= new Map()
const values = shared.merchantApp

/** @param name unique in the app */
export function oncePerProcess<Value>(name: string, create: () => Value): Value {
  if (!values.has(name)) values.set(name, create())
  return values.get(name) as Value
}

/** Deletes a value, for tests that need a new one. */
export const forget = (name: string): boolean => values.delete(name)
