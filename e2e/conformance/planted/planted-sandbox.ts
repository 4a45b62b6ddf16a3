// Runs a sandbox whose source is changed before it's loaded, on its own port.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { type BuildContext, context } from 'esbuild'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SANDBOX = join(ROOT, 'sandbox')
/** Inside node_modules, so that the built module can resolve packages. */
const BUILT = join(ROOT, 'node_modules/.cache/planted')

/** A change to the sandbox's source. `find` must occur exactly once in it, tests excluded. */
export interface Change {
  find: string
  replace: string
}

export interface PlantedSandbox {
  baseUrl: string
  controlUrl: string
  stop(): Promise<void>
}

/** What the built module exports. */
interface SandboxModule {
  createSandbox(options: object): {
    app: { fetch: unknown }
    site: { publicUrl: string }
    close(): Promise<void>
  }
  getRequestListener(fetch: unknown): RequestListener
}

const sources = new Map(
  readdirSync(SANDBOX, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|node_modules|testing\//.test(name))
    .map((name) => [join(SANDBOX, name), readFileSync(join(SANDBOX, name), 'utf8')]),
)

/** The file that contains the text to change. @throws Error unless the text occurs exactly once. */
function placeOf({ find }: Change): string {
  const places = [...sources].flatMap(([file, text]) =>
    Array.from({ length: text.split(find).length - 1 }, () => file),
  )
  const [file] = places
  if (file !== undefined && places.length === 1) return file
  throw new Error(
    `The sandbox's source has this text ${places.length} times, not once. Anchor the change elsewhere: ${find}`,
  )
}

/** @param settings gap settings of every tenant, the seeded one and new ones alike. */
export async function startPlantedSandbox(
  changes: readonly Change[],
  settings: Record<string, string> = {},
): Promise<PlantedSandbox> {
  const ofNewTenants = {
    find: 'settings: request.settings ?? {}',
    replace: `settings: ${JSON.stringify(settings)}`,
  }
  running += 1
  const file = await buildSandbox([...changes, ofNewTenants]).catch(async (error: unknown) => {
    await release()
    throw error
  })
  const { createSandbox, getRequestListener }: SandboxModule = await import(file)
  rmSync(file)
  const sandbox = createSandbox({ allowLoopbackHttp: true, seedFile: { settings, tenants: [] } })
  const server = createServer(getRequestListener(sandbox.app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const baseUrl = `http://localhost:${address.port}`
  sandbox.site.publicUrl = baseUrl
  return {
    baseUrl,
    controlUrl: `${baseUrl}/sandbox`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sandbox.close()
      await release()
    },
  }
}

/** Disposes of the builder with the last sandbox, because esbuild's process complains if it's left running. */
async function release(): Promise<void> {
  running -= 1
  if (running > 0) return
  const last = builder
  builder = null
  await (await last)?.dispose()
}

/** The changed files of the current build. */
let changed: ReadonlyMap<string, string> = new Map()
let builder: Promise<BuildContext> | null = null
let running = 0
let lastBuild: Promise<unknown> = Promise.resolve()

/** Runs builds one at a time with one builder, which parses only the files that changed since the last build. */
async function buildSandbox(changes: readonly Change[]): Promise<string> {
  const files = new Map<string, string>()
  for (const change of changes) {
    const file = placeOf(change)
    const text = files.get(file) ?? sources.get(file) ?? ''
    files.set(
      file,
      text.replace(change.find, () => change.replace),
    )
  }
  const built = lastBuild.then(async () => {
    changed = files
    builder ??= createBuilder()
    return (await builder).rebuild()
  })
  lastBuild = built.catch(() => undefined)
  const [output] = (await built).outputFiles ?? []
  if (!output) throw new Error('esbuild built nothing')
  mkdirSync(BUILT, { recursive: true })
  const file = join(BUILT, `${crypto.randomUUID()}.mjs`)
  writeFileSync(file, output.contents)
  return file
}

function createBuilder(): Promise<BuildContext> {
  return context({
    stdin: {
      contents:
        "export { createSandbox } from './index.ts'\nexport { getRequestListener } from '@hono/node-server'",
      resolveDir: SANDBOX,
    },
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    logLevel: 'silent',
    plugins: [
      {
        name: 'planted change',
        setup({ onLoad }) {
          onLoad({ filter: /[\\/]sandbox[\\/].*\.tsx?$/ }, ({ path }) => {
            const contents = changed.get(path) ?? sources.get(path)
            if (contents === undefined) return undefined
            return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
          })
        },
      },
    ],
  })
}
