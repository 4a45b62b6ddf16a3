import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BundledSandbox, startBundledSandbox } from './bundled-sandbox.ts'
import { readOptions } from './options.ts'
import { startAlteringProxy } from './planted/altering-proxy.ts'
import { PLANTED_VIOLATIONS } from './planted/violations.ts'
import { setStage } from './stage.ts'
import { type ClauseReport, type Report, walk } from './walk.ts'

/** Values of clauses.md's ambiguity matrix that are not the sandbox's defaults. */
const OTHER_VALUES = {
  N1: 'open-202-status-200',
  N2: 'ignored',
  N3: 'nested-error',
  N4: '409',
  N7: 'unknown-status',
  N8: 'none',
  N9: 'only-200',
  N12: 'only-inquiry-id',
  N14: 'some',
  N15: 'base64-decoded',
  N17: 'http-date',
  N18: '410',
  N20: 'other-host',
}
const SEEN_OF_OTHER_VALUES = {
  N1: 'open 202',
  N2: 'a second inquiry',
  N3: '{ error: { code, message } }',
  N4: '409',
  N7: 'EXPIRED',
  N8: '0 retries',
  N12: 'inquiry.declined: inquiryId',
  N14: 'without personalInfo.country',
  N15: 'base64-decoded',
  N17: 'HTTP date',
  N18: '410',
  N20: 'another host',
}

let sandbox: BundledSandbox

beforeAll(async () => {
  sandbox = await startBundledSandbox()
})
afterAll(() => sandbox.stop())

/** Walks the service behind this address as the command does. */
async function walkWith(args: string[], say: (line: string) => void = () => {}): Promise<Report> {
  const options = readOptions(args)
  const { stage, close } = await setStage({ ...options, baseUrl: options.baseUrl ?? '' }, say)
  try {
    return await walk(stage, options.only)
  } finally {
    await close()
  }
}

function clausesOf({ sections }: Report): ClauseReport[] {
  return sections.flatMap(({ clauses }) => clauses)
}

function failuresOf(report: Report): string[] {
  return clausesOf(report).flatMap(({ id, violation }) => (violation === null ? [] : [id]))
}

describe('the contract suite', () => {
  test('passes against the sandbox, for every clause that can be seen from outside', async () => {
    const { baseUrl, controlUrl } = sandbox
    const report = await walkWith(['--base-url', baseUrl, '--control', controlUrl])
    const seen = clausesOf(report)
    expect(seen.filter(({ violation }) => violation !== null)).toEqual([])
    const unseen = seen.filter(({ verdict }) => verdict === 'not reachable').map(({ id }) => id)
    expect(unseen).toEqual(['W10', 'F2'])
    expect(seen).toHaveLength(48)
    expect(seen.filter(({ verdict, unseen }) => verdict === 'pass' && unseen.length > 0)).toEqual(
      [],
    )
    // What a script for a browser is like cannot be seen over HTTP.
    const unobserved = report.gaps.filter(({ unseen }) => unseen !== null).map(({ id }) => id)
    expect(unobserved).toEqual(['N19'])
  })

  test('judges no gap, and sees which value it has', async () => {
    const proxy = await startAlteringProxy(sandbox.baseUrl, {
      ask: ({ path, body, text }) =>
        path === '/sandbox/tenants'
          ? { text: JSON.stringify({ ...body, settings: OTHER_VALUES }) }
          : { text },
    })
    try {
      const at = ['--base-url', proxy.origin, '--control', `${proxy.origin}/sandbox`]
      const report = await walkWith(at)
      expect(clausesOf(report).filter(({ violation }) => violation !== null)).toEqual([])
      const observed = new Map(report.gaps.map((gap) => [gap.id, gap.observed.join('; ')]))
      for (const [id, expected] of Object.entries(SEEN_OF_OTHER_VALUES)) {
        expect(`${id} ${observed.get(id)}`).toContain(expected)
      }
      // A service that never retries does not show which answers it takes.
      expect(observed.get('N9')).toBe('')
    } finally {
      await proxy.close()
    }
  })

  describe.concurrent('finds a planted violation and names the clause', () => {
    test.each(PLANTED_VIOLATIONS)('$clause: $what', async ({ clause, besides = [], plant }) => {
      const proxy = await startAlteringProxy(sandbox.baseUrl, plant())
      try {
        const at = ['--base-url', proxy.origin, '--control', `${proxy.origin}/sandbox`]
        // Its whole section: the clause is found, and no other is blamed.
        const report = await walkWith([...at, '--only', clause.replace(/\d+/, '')])
        expect(failuresOf(report).toSorted()).toEqual([clause, ...besides].toSorted())
      } finally {
        await proxy.close()
      }
    })
  })
})
