import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BundledSandbox, startBundledSandbox } from './bundled-sandbox.ts'
import { readOptions } from './options.ts'
import { startAlteringProxy } from './planted/altering-proxy.ts'
import { PLANTED_VIOLATIONS } from './planted/violations.ts'
import { setStage } from './stage.ts'
import { type ClauseReport, type Report, walk } from './walk.ts'

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
