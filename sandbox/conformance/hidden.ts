// Whether the service hides that another tenant's inquiry exists (D3, A5): its refusal must be the same as for a missing one.
import { type Answer, demand, expectStatus, isRecord, Unreachable } from './expectations.ts'
import type { Run } from './run.ts'

/** It follows from the body, whose parts are compared. */
const DERIVED_HEADERS = ['content-length', 'etag']

type Ask = (inquiryId: string) => Promise<Answer>

/** A missing inquiry and another tenant's are refused alike, whatever its status. */
export async function expectTenantsApart(run: Run, ask: Ask): Promise<void> {
  expectStatus(await ask(crypto.randomUUID()), 404, 'of a missing inquiry')
  await run.also("another tenant's inquiry", async () => {
    for (const inquiryId of await foreignInquiries(run)) await expectHidden(ask, inquiryId)
  })
}

/** Whatever its status is: one that was given, or a pending and an approved one. */
async function foreignInquiries(run: Run): Promise<string[]> {
  const given = run.options['foreign-inquiry']
  if (given !== undefined) return [given]
  if (!run.tenant) throw new Unreachable('give one with --foreign-inquiry, or use --control')
  const other = await run.createTenant()
  return [await other.open(), await other.openCompleted('APPROVED')]
}

/**
 * Nothing that is the same for every missing inquiry may differ for the foreign one. The order shows what grows with time
 * or alternates, which differs between missing ones too (N3).
 */
async function expectHidden(ask: Ask, foreignId: string): Promise<void> {
  const missing: Map<string, string>[] = []
  const foreign: Map<string, string>[] = []
  let request = ''
  for (const which of [missing, foreign, foreign, missing, missing, foreign, foreign, missing]) {
    const inquiryId = which === foreign ? foreignId : crypto.randomUUID()
    const answer = await ask(inquiryId)
    expectStatus(answer, 404, 'of a missing or foreign inquiry')
    which.push(traitsOf(answer, inquiryId))
    request = answer.request
  }
  const names = new Set([...missing, ...foreign].flatMap((traits) => [...traits.keys()]))
  const tells = [...names].filter((name) => {
    const usual = missing[0]?.get(name)
    const isSteady = missing.every((traits) => traits.get(name) === usual)
    return isSteady && foreign.every((traits) => traits.get(name) !== usual)
  })
  const what = `${request}: a missing and a foreign inquiry can be told apart by`
  demand(tells.length === 0, `${what} ${tells.join(', ')}`)
}

/** Everything that a merchant could look at. The inquiryId, which the merchant knows, and generated UUIDs don't count. */
function traitsOf(answer: Answer, inquiryId: string): Map<string, string> {
  const known = (text: string) =>
    text
      .replaceAll(inquiryId, '{inquiryId}')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{uuid}')
  const headers = [...answer.headers]
    .filter(([name]) => !DERIVED_HEADERS.includes(name))
    .map(([name, value]) => [`header ${name}`, known(value)] as const)
  const { json, text } = answer
  const body = json === undefined ? [['body', text] as const] : leavesOf(json, 'body')
  return new Map([...headers, ...body.map(([path, value]) => [path, known(value)] as const)])
}

/** Each value inside a JSON body, under its path. */
function leavesOf(value: unknown, path: string): (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => leavesOf(each, `${path}[${at}]`))
  if (!isRecord(value)) return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, `${path}.${name}`))
}
