import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type BundledSandbox, startBundledSandbox } from './bundled-sandbox.ts'
import { readOptions } from './options.ts'
import { ALLOWED } from './planted/allowed.ts'
import { failuresOf, walkPlanted } from './planted/walk-planted.ts'
import { setStage } from './stage.ts'
import { type Report, walk } from './walk.ts'

/** For most gaps, a value other than the sandbox's default, and what the suite must report for it. */
const OTHER_VALUES = {
  N1: ['open-202-status-200', 'open 202'],
  N2: ['ignored', 'a second inquiry'],
  N3: ['nested-error', '{ error: { code, message } }'],
  N4: ['409', '409'],
  N7: ['unknown-status', 'EXPIRED'],
  N8: ['none', '0 retries'],
  N12: ['only-inquiry-id', 'inquiry.declined: inquiryId'],
  N13: ['inquiry.future', 'sent: inquiry.future'],
  N14: ['some', 'without personalInfo.country'],
  N15: ['base64-decoded', 'base64-decoded'],
  N17: ['http-date', 'HTTP date'],
  N18: ['410', '410'],
  N20: ['other-host', 'another host'],
  N21: ['empty-string', 'an empty string'],
  N22: ['404', '404'],
  N23: ['400', '400'],
  N24: ['not-echoed', 'not echoed'],
  N25: ['one-hour', '1 h'],
  N26: ['many', '12 reasons'],
  N27: ['extra-fields', 'xNovelty'],
  N28: ['unicode', 'any Unicode letter'],
} as const
/** One for each value of the largest gap, so that every value of every gap gets a turn. */
const ROUNDS = [0, 1, 2, 3, 4, 5]
/** Combinations chosen at random, but the same ones each time. A walk takes two seconds; every night there are more. */
const COMBINATIONS = Array.from(
  { length: process.env.PLANTED === 'all' ? 100 : 4 },
  (_, n) => n + 1,
)
const gapsSchema = z.array(z.object({ id: z.string(), values: z.array(z.string()) }))

let sandbox: BundledSandbox

let folder: string

/** Starts the packed sandbox, as it's distributed. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packed-sandbox-'))
  execFileSync('npm', ['run', 'pack', '-w', 'sandbox', '--', folder], { stdio: 'ignore' })
  const [tarball = ''] = readdirSync(folder)
  execFileSync('tar', ['-xzf', tarball], { cwd: folder })
  sandbox = await startBundledSandbox({}, [join(folder, 'package/bin.mjs')])
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(folder, { recursive: true, force: true })
})

function clausesOf({ sections }: Report) {
  return sections.flatMap(({ clauses }) => clauses)
}

describe('the contract suite', { timeout: 300_000 }, () => {
  test('passes against the packed sandbox for every clause that HTTP can show', async () => {
    const { baseUrl, controlUrl } = sandbox
    const options = readOptions(['--base-url', baseUrl, '--control', controlUrl])
    const { stage, close } = await setStage({ ...options, baseUrl }, () => {})
    const report = await walk(stage, null)
    await close()
    expect(failuresOf(report)).toEqual([])
    const seen = clausesOf(report)
    const unseen = seen.filter(({ verdict }) => verdict === 'not reachable').map(({ id }) => id)
    expect(unseen).toEqual(['W10', 'F2'])
    expect(seen).toHaveLength(48)
    const partly = seen.filter(({ verdict, unseen }) => verdict === 'pass' && unseen.length > 0)
    expect(partly).toEqual([])
    // HTTP can't show the browser script (N19), and a silent reversal happens days later (N29).
    const unobserved = report.gaps.filter(({ unseen }) => unseen !== null).map(({ id }) => id)
    expect(unobserved).toEqual(['N19', 'N29'])
  })

  test('reports which value a gap has', async () => {
    const settings = Object.entries(OTHER_VALUES).map(([id, [value]]) => [id, value])
    const report = await walkPlanted([], Object.fromEntries(settings))
    expect(failuresOf(report)).toEqual([])
    const observed = new Map<string, string>(
      report.gaps.map((gap) => [gap.id, gap.observed.join('; ')]),
    )
    for (const [id, [, expected]] of Object.entries(OTHER_VALUES)) {
      expect(`${id} ${observed.get(id)}`).toContain(expected)
    }
    // A service that never retries doesn't show which responses it accepts.
    expect(observed.get('N9')).toBe('')
  })

  describe.concurrent('accepts every value of every gap', () => {
    const expectAccepted = async (choose: (id: string, values: readonly string[]) => string) => {
      const gaps = gapsSchema.parse(await (await fetch(`${sandbox.controlUrl}/settings`)).json())
      expect(Math.max(...gaps.map(({ values }) => values.length))).toBe(ROUNDS.length)
      const settings = Object.fromEntries(gaps.map(({ id, values }) => [id, choose(id, values)]))
      const failures = failuresOf(await walkPlanted([], settings))
      expect(failures, JSON.stringify(settings)).toEqual([])
    }
    test.each(ROUNDS)('round %i through the values of all gaps', (round) =>
      expectAccepted((_id, values) => values[round % values.length] ?? ''),
    )
    test.each(COMBINATIONS)('combination %i of random values', (seed) =>
      expectAccepted((id, values) => {
        const digest = createHash('sha256').update(`${seed} ${id}`).digest()
        return values[digest.readUInt32BE() % values.length] ?? ''
      }),
    )
  })

  describe.concurrent('accepts every freedom that the contract leaves', () => {
    test.each(ALLOWED)('$what', async ({ changes, settings }) => {
      expect(failuresOf(await walkPlanted(changes, settings))).toEqual([])
    })
  })
})
