// Checks that what the images, the compose file, the proxy, Renovate and the workflows refer to exists. Nothing is run.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from './settings.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))
const stages = all(dockerfile, /^FROM \S+ AS (\S+)$/gm)

test('every COPY has an existing source, or a stage of the Dockerfile', () => {
  for (const line of dockerfile.split('\n').filter((text) => text.startsWith('COPY '))) {
    const words = line.split(' ').slice(1)
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
    const sources = words.filter((word) => !word.startsWith('--')).slice(0, -1)
    if (from === undefined)
      expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    else expect(stages).toContain(from)
  }
})

test('secrets, data and builds stay out of the images', () => {
  const kept = read('.dockerignore').split('\n')
  for (const path of ['.env', '.git', '.data', '.next', 'node_modules'])
    expect(kept).toContain(path)
})

test('the image starts the standalone build on the port that it exposes and health-checks', () => {
  const [, app = ''] = dockerfile.split(/^FROM .* AS app$/m)
  expect(app).toContain('COPY --from=build --chown=node:node /app/.next/standalone ./')
  expect(app).toContain('CMD ["node", "server.js"]')
  expect(app).toMatch(/^USER node$/m)
  const [port] = all(app, /\bPORT=(\d+)/g)
  expect(all(app, /^EXPOSE (\d+)$/gm)).toEqual([port])
  expect(app).toContain('process.env.PORT')
  expect(all(read('deploy/Caddyfile'), /\bapp-\d:(\d+)/g)).toEqual([port, port])
  // An orchestrator may restart an unhealthy container, which wouldn't fix a database.
  expect(all(app, /(\/api\/health\/\w+)/g)).toEqual(['/api/health/ready', '/api/health/live'])
  expect(read('deploy/Caddyfile')).toContain('health_uri /api/health/ready')
  for (const name of ['live', 'ready'])
    expect(existsSync(join(ROOT, `app/api/health/${name}/route.ts`))).toBe(true)
})

test('images, .nvmrc, package.json and CI agree on the versions of Node', () => {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(read('package.json')))
  const major = read('.nvmrc').trim()
  const images = ['Dockerfile', 'sandbox/Dockerfile', '.devcontainer/devcontainer.json']
    .filter((file) => existsSync(join(ROOT, file)))
    .flatMap((file) => all(read(file), /(?:^FROM node:|typescript-node:)(\d+)/gm))
  expect(images.length).toBeGreaterThan(2)
  expect(new Set(images)).toEqual(new Set([major]))
  // Production runs the LTS. A laptop may have another version, so CI also tests the oldest and the newest.
  const floor = engines.node.replace('>=', '')
  const [, matrix = ''] = /node: \[(.*)\]/.exec(read('.github/workflows/ci.yml')) ?? []
  expect(matrix.split(', ')).toEqual([`"${floor}"`, `"${major}"`, '"latest"'])
})

test('every command, stage, volume and variable in the compose file exists', () => {
  const commands = [
    ...all(compose, /"npm", "run", "([\w:-]+)"/g),
    ...all(dockerfile, /npm run ([\w:-]+)/g),
  ]
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  expect(all(compose, /target: ([\w-]+)/g).filter((name) => !stages.includes(name))).toEqual([])
  const mounted = all(compose, /"(\.\/[^:"]+):/g)
  expect(mounted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const declared = all(compose.split(/^volumes:$/m)[1] ?? '', /^ {2}([a-z]+): \{\}/gm)
  const volumes = all(compose, /"([a-z]+):\//g)
  expect(volumes.filter((name) => !declared.includes(name))).toEqual([])
  const known = `${read('.env.example')}${read('lib/env.ts')}`
  const variables = all(compose, /^ {4}([A-Z][A-Z_]+): /gm)
  expect(variables.filter((name) => !known.includes(name))).toEqual([])
})

test('values in .env replace the published ones', () => {
  const files = compose.slice(
    compose.indexOf('env_file: &files'),
    compose.indexOf('environment: &'),
  )
  expect(files.indexOf('- .env.example')).toBeLessThan(files.indexOf('path: .env,'))
  // `environment` overrides `env_file`, so each entry has to read .env itself, except ALLOW_PUBLISHED_SECRETS, which only has
  // an effect at private addresses.
  const [, block = ''] = compose.split('environment: &environment\n')
  const variables = all(block.split(/^ {2}\w/m)[0] ?? '', /^ {4}([A-Z].*)$/gm)
  const fixed = variables.filter((line) => !/^([A-Z_]+): "?\$\{\1:?-.+\}"?$/.test(line))
  expect(variables.length).toBeGreaterThan(2)
  expect(fixed.filter((line) => line !== 'ALLOW_PUBLISHED_SECRETS: "1"')).toEqual([])
})

test('the compose file, which may run with published secrets, only serves this machine', () => {
  const published = all(compose, /^ {4}ports: \[(.*)\]$/gm).flatMap((ports) => ports.split(', '))
  expect(published.length).toBeGreaterThan(0)
  for (const port of published) expect(port).toMatch(/^"127\.0\.0\.1:/)
})

test('every action is pinned to a commit and names its version', () => {
  for (const workflow of readdirSync(join(ROOT, '.github/workflows')))
    for (const [line] of read(`.github/workflows/${workflow}`).matchAll(/uses:.*/g))
      expect(line).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

test('renovate.json has only documented keys', () => {
  const ruleSchema = z.strictObject({
    description: z.string().optional(),
    matchPackageNames: z.array(z.string()).min(1),
    matchUpdateTypes: z.array(z.enum(['major', 'minor', 'patch', 'pin', 'digest'])).optional(),
    groupName: z.string().optional(),
    enabled: z.boolean().optional(),
  })
  const renovateSchema = z.strictObject({
    $schema: z.literal('https://docs.renovatebot.com/renovate-schema.json'),
    extends: z.array(z.string()),
    minimumReleaseAge: z.string().regex(/^\d+ days$/),
    packageRules: z.array(ruleSchema),
  })
  renovateSchema.parse(JSON.parse(read('renovate.json')))
})

test.each(readdirSync(join(ROOT, '.github/workflows')))(
  'the workflow %s only runs commands that exist',
  (file) => {
    const workflow = read(`.github/workflows/${file}`)
    expect(
      all(workflow, /npm run ([\w:-]+)\b(?! -w sandbox)/g).filter((name) => !(name in scripts)),
    ).toEqual([])
    for (const path of all(workflow, /run: (\.\S+)/g))
      expect(existsSync(join(ROOT, path))).toBe(true)
  },
)

test.each(readdirSync(join(ROOT, '.github/workflows')))(
  'the jobs of %s set what their commands need',
  (file) => {
    const [, ...jobs] = read(`.github/workflows/${file}`).split(/^ {2}(?=[\w-]+:$)/m)
    expect(jobs.length).toBeGreaterThan(0)
    for (const job of jobs) {
      const [beforeBuild = '', build] = job.split('npm run build')
      if (build !== undefined) expect(beforeBuild).toContain('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=')
      // Without a sandbox, the stories need an app that already runs.
      if (!existsSync(join(ROOT, 'sandbox'))) expect(job).not.toContain('npm run e2e')
      expect(job).not.toMatch(/^ +command:\n(?! +- )/m)
    }
  },
)
