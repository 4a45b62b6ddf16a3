// Whether the service hides that another tenant's inquiry exists (D3, A5): its refusal must be the same as for a missing one.
import { expectStatus, isRecord } from './expectations.ts'
import type { Answer } from './http.ts'
import type { Trial } from './trial.ts'
import { demand } from './verdict.ts'

/** A difference counts only if it shows in every round, because a cache or a clock may cause one by accident. */
const ROUNDS = 3
/** It follows from the body, whose parts are compared. */
const DERIVED_HEADERS = ['content-length', 'etag']

type Ask = (inquiryId: string) => Promise<Answer>

/** A missing inquiry and another tenant's are refused alike, whatever its status. */
export async function expectTenantsApart(trial: Trial, ask: Ask): Promise<void> {
  expectStatus(await ask(crypto.randomUUID()), 404, 'of a missing inquiry')
  await trial.also("another tenant's inquiry", async () => {
    await expectHidden(ask, await trial.foreignInquiry())
  })
  await trial.own("another tenant's approved inquiry", async (tenant) => {
    await expectHidden(ask, await tenant.openCompleted('APPROVED'))
  })
}

/** Expects that nothing but what differs between any two refusals (N3) tells the foreign inquiry from a missing one. */
async function expectHidden(ask: Ask, foreignId: string): Promise<void> {
  const { request } = await askAbout(ask, foreignId)
  let tells: string[] | null = null
  for (let round = 1; round <= ROUNDS; round += 1) {
    const inThisRound = await tellingTraits(ask, foreignId)
    tells = tells === null ? inThisRound : tells.filter((name) => inThisRound.includes(name))
    if (tells.length === 0) return
  }
  const names = (tells ?? []).join(', ')
  demand(false, `${request}: a missing and a foreign inquiry can be told apart by ${names}`)
}

/** Asks for two missing inquiries, and in between twice for the foreign one, so that whatever grows with time or
 * alternates shows between the missing ones too. */
async function tellingTraits(ask: Ask, foreignId: string): Promise<string[]> {
  const missing = () => askAbout(ask, crypto.randomUUID())
  const before = (await missing()).traits
  const foreign = [(await askAbout(ask, foreignId)).traits, (await askAbout(ask, foreignId)).traits]
  const after = (await missing()).traits
  const names = new Set([before, after, ...foreign].flatMap((traits) => [...traits.keys()]))
  return [...names].filter(
    (name) =>
      before.get(name) === after.get(name) &&
      foreign.every((traits) => traits.get(name) !== before.get(name)),
  )
}

async function askAbout(
  ask: Ask,
  inquiryId: string,
): Promise<{ request: string; traits: Map<string, string> }> {
  const answer = await ask(inquiryId)
  expectStatus(answer, 404, 'of a missing or foreign inquiry')
  return { request: answer.request, traits: traitsOf(answer, inquiryId) }
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
