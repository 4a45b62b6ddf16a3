// Enforces who may import whom. A folder may import the folders above it in this list, and files beside them all.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const LAYERS = ['state', 'service', 'scenario', 'commands']
const IMPORT = /from '(\.[^']+)'/g

test.each(LAYERS)('%s imports nothing from below it', (layer) => {
  const allowed = LAYERS.slice(0, LAYERS.indexOf(layer) + 1)
  const files = readdirSync(join(import.meta.dirname, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(layer, name))
  const imports = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(IMPORT)].map(
      ([, path = '']) => `${file} -> ${normalize(join(dirname(file), path))}`,
    ),
  )
  expect(imports.length).toBeGreaterThan(0)
  expect(imports.filter((edge) => !allowed.some((name) => edge.includes(`-> ${name}/`)))).toEqual(
    [],
  )
})

test('the conformance suite imports nothing of the service that it judges', () => {
  const folder = join(import.meta.dirname, 'conformance')
  const outside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?!planted).*(?<!\.test)\.ts$/.test(name))
    .flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(IMPORT)].map(
        ([, path = '']) => `${name} -> ${normalize(join(dirname(name), path))}`,
      ),
    )
    .filter((edge) => edge.includes('-> ..'))
  expect(outside).toEqual([])
})
