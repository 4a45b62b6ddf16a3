// Documents of an inquiry: D1–D13.
import { z } from 'zod'
import { clause } from '../clause.ts'
import {
  artifactUrls,
  type Document,
  documentsOf,
  documentsSchema,
  fetchArtifact,
} from '../documents.ts'
import {
  carriesCode,
  dateTimeSchema,
  errorForm,
  expectLimit,
  expectShape,
  expectStatus,
  expectSuccess,
  isRecord,
  isSameRefusal,
  UUID,
  uuidSchema,
} from '../expectations.ts'
import { type Pages, uniquePicture, uploadPictures } from '../hosted-flow.ts'
import { open, openCompleted, read, readDecided } from '../inquiries.ts'
import { retryAfterMs } from '../polite-http.ts'
import type { OwnTenant } from '../sandbox-control.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const READ = 'GET …/inquiries/{inquiryId}/documents'
const SERVED = ['APPROVED', 'NEEDS_REVIEW']
const REFUSED = ['PENDING', 'COMPLETED', 'FAILED', 'DECLINED']
const URL_VALIDITY_S = 5 * 60
/** How exactly the end of the five minutes is looked at in real time. */
const END_TOLERANCE_S = 10
const DAY_S = 24 * 60 * 60
/** Clocks of two machines, and the network between them. */
const CLOCK_TOLERANCE_MS = 30_000
const NOT_CANONICAL = [
  'not-a-uuid',
  '3f2b8c1d9e4a4c6f8a7b5d0e1f2a3b4c',
  '{3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c}',
]
/** Nobody's inquiries, of versions 1, 4 and 8. */
const OF_ANY_VERSION = [
  '6fa459ea-ee8a-11ca-894e-db77e160355e',
  '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c',
  '5c146b14-3c52-8afd-938a-375d0df1fbf6',
]
const TYPES = ['passport', 'national_id', 'driving_license', 'selfie', 'signature']
const CODE = 'INQUIRY_NOT_APPROVED'
const resultSchema = documentsSchema.extend({
  inquiryId: uuidSchema,
  status: z.string(),
  urlExpiresAt: dateTimeSchema,
})
const PAGES: Readonly<Record<string, readonly string[]>> = {
  passport: ['frontPage'],
  national_id: ['frontPage', 'backPage'],
  driving_license: ['frontPage', 'backPage'],
}

export const DOCUMENTS = [
  clause('D1', 'inquiryId is a canonical UUID of any version, else 400', async (trial) => {
    for (const inquiryId of NOT_CANONICAL) {
      const answer = await trial.merchant.documents(inquiryId)
      expectStatus(answer, 400, 'of an id that is not a canonical UUID')
      trial.observe('N3', errorForm(answer))
    }
    for (const inquiryId of OF_ANY_VERSION) {
      const version = inquiryId.charAt(14)
      expectStatus(await trial.merchant.documents(inquiryId), 404, `of a UUID v${version}`)
    }
  }),

  clause('D2', `APPROVED or NEEDS_REVIEW only, else 403 ${CODE}`, async (trial) => {
    for (const status of REFUSED) {
      await trial.part(status, async () => {
        const answer = await trial.merchant.documents(await trial.inquiries.as(status))
        await expectNotApproved(trial, answer, `when ${status}`)
      })
    }
    for (const status of SERVED) {
      await trial.part(status, async () => {
        const answer = await trial.merchant.documents(await trial.inquiries.as(status))
        expectStatus(answer, 200, `when ${status}`)
      })
    }
    await trial.also('as the decision changes', async () => {
      const tenant = await trial.ownTenant()
      const { merchant } = tenant
      const inquiryId = await open(merchant)
      await tenant.record(inquiryId, { capability: 'PASSPORT_SCAN' })
      await expectNotApproved(trial, await merchant.documents(inquiryId), 'during the hosted flow')
      await tenant.complete(inquiryId, 'NEEDS_REVIEW')
      await readDecided(tenant, inquiryId, 'NEEDS_REVIEW')
      expectStatus(await merchant.documents(inquiryId), 200, 'during the review')
      for (const [decision, status] of [
        ['DECLINED', 403],
        ['APPROVED', 200],
        ['FAILED', 403],
      ] as const) {
        await tenant.decide(inquiryId, decision)
        await readDecided(tenant, inquiryId, decision)
        expectStatus(await merchant.documents(inquiryId), status, `after a change to ${decision}`)
      }
    })
    await trial.also('as time passes', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await openCompleted(tenant, 'APPROVED')
      for (const days of [2, 60]) {
        await tenant.advance(days * DAY_S)
        // N29: an approval may have been reversed meanwhile.
        const { status } = await read(tenant.merchant, inquiryId)
        const expected = SERVED.includes(String(status)) ? 200 : 403
        const answer = await tenant.merchant.documents(inquiryId)
        expectStatus(answer, expected, `of an inquiry that is ${status}, ${days} days later`)
      }
    })
  }),

  clause('D3', "404 for a missing inquiry and for another tenant's alike", async (trial) => {
    const { merchant } = trial
    const missing = await merchant.documents(crypto.randomUUID())
    expectStatus(missing, 404, 'of no inquiry')
    const expectHidden = async (inquiryId: string) => {
      const foreign = await merchant.documents(inquiryId)
      expectStatus(foreign, 404, "of another tenant's inquiry")
      demand(isSameRefusal(missing, foreign), `${READ}: missing and foreign can be told apart`)
    }
    await trial.also("another tenant's inquiry", async () => {
      await expectHidden(await trial.foreignInquiry())
    })
    await trial.also("another tenant's approved inquiry", async () => {
      await expectHidden(await openCompleted(await trial.ownTenant(), 'APPROVED'))
    })
  }),

  clause('D4', '401 when the key is missing, invalid, expired or revoked', async (trial) => {
    const inquiryId = await trial.inquiries.pending()
    const { merchant } = trial
    expectStatus(await merchant.withKey(null).documents(inquiryId), 401, 'without a key')
    const invalid = merchant.withKey(`svc_live_${'x'.repeat(32)}`)
    expectStatus(await invalid.documents(inquiryId), 401, 'with an invalid key')
    for (const end of ['expire', 'revoke'] as const) {
      await trial.also(`a key after ${end}`, async () => {
        const tenant = await trial.ownTenant()
        const key = await tenant.createKey()
        const holder = tenant.merchant.withKey(key.apiKey)
        const own = await open(holder)
        await tenant.endKey(key.id, end)
        expectStatus(await holder.documents(own), 401, `with a key after ${end}`)
      })
    }
  }),

  clause('D5', '429 with Retry-After when the rate limit is exceeded', async (trial) => {
    await trial.part('beyond the limit', async () => {
      const { tenant, inquiryId, limited } = await exceedLimit(trial)
      expectLimit(limited)
      const waitMs = retryAfterMs(limited.headers.get('retry-after'))
      // N17: a Retry-After may be missing, or ask for a year.
      const waitS = waitMs === null ? DAY_S : Math.min(Math.ceil(waitMs / 1000), DAY_S)
      await tenant.advance(Math.max(1, waitS))
      const later = await tenant.merchant.expectingLimit().documents(inquiryId)
      expectStatus(later, 403, 'after the time in Retry-After')
    })
    await trial.part("another tenant's requests", async () => {
      await exceedLimit(trial)
      const other = await trial.ownTenant({ rateLimitPerMinute: 3 })
      await other.freeze()
      const answer = await other.merchant.expectingLimit().open()
      demand(answer.status !== 429, `${answer.request}: limited by another tenant's requests`)
    })
    await trial.part('a limit that this run met', async () => {
      const { limited } = trial.stage.http
      if (limited.length === 0) throw new Unreachable('it met none')
      for (const answer of limited) expectLimit(answer)
    })
  }),

  clause('D6', 'body: inquiryId, status, urlExpiresAt for all URLs, documents', async (trial) => {
    for (const status of SERVED) {
      await trial.part(status, async () => {
        const inquiryId = await trial.inquiries.as(status)
        const answer = await trial.merchant.documents(inquiryId)
        expectSuccess(answer)
        const result = expectShape(resultSchema, answer.json, answer.request)
        demand(result.inquiryId === inquiryId, `${READ}: another inquiryId`)
        demand(result.status === status, `${READ}: expected status ${status}`)
        for (const url of artifactUrls(result.documents)) {
          const isOwn = new URL(url).host === new URL(trial.merchant.baseUrl).host
          trial.observe('N20', isOwn ? "the service's own host" : 'another host')
        }
      })
    }
    await trial.also('the status at the time of the request', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await openCompleted(tenant, 'NEEDS_REVIEW')
      for (const status of ['NEEDS_REVIEW', 'APPROVED']) {
        if (status === 'APPROVED') await tenant.decide(inquiryId, status)
        await readDecided(tenant, inquiryId, status)
        const { json } = await tenant.merchant.documents(inquiryId)
        const shown = isRecord(json) ? json.status : undefined
        demand(shown === status, `${READ} when ${status}: the body says ${String(shown)}`)
      }
    })
  }),

  clause('D7', 'URLs are valid for five minutes, and then no longer', async (trial) => {
    await trial.part('they work, and urlExpiresAt is five minutes ahead', async () => {
      const tenant = trial.stage.control && (await trial.ownTenant())
      const { merchant } = tenant ?? trial
      const served = tenant ? openCompleted(tenant, 'APPROVED') : trial.servedInquiry()
      const answer = await merchant.documents(await served)
      const answeredAtMs = Date.parse(answer.headers.get('date') ?? '') || Date.now()
      expectFiveMinutes(answer.json, tenant ? await tenant.nowMs() : answeredAtMs)
      const { documents } = expectShape(documentsSchema, answer.json, READ)
      for (const url of artifactUrls(documents)) await fetchPicture(trial, url)
    })
    await trial.part('and then no longer', async () => {
      if (!trial.stage.control) return expectEndInRealTime(trial)
      const tenant = await trial.ownTenant()
      await tenant.freeze()
      const inquiryId = await openCompleted(tenant, 'APPROVED', { documentType: 'national_id' })
      const urls = artifactUrls(await documentsOf(tenant.merchant, inquiryId))
      demand(urls.length > 0, `${READ}: no document of a completed inquiry`)
      // A second request gets URLs with five minutes of their own, and changes nothing about the first.
      await tenant.advance(URL_VALIDITY_S - 60)
      const second = await tenant.merchant.documents(inquiryId)
      expectFiveMinutes(second.json, await tenant.nowMs())
      await tenant.advance(59)
      for (const url of urls) await fetchPicture(trial, url)
      await tenant.advance(2)
      for (const url of urls) await expectExpired(trial, url)
      const { documents } = expectShape(documentsSchema, second.json, READ)
      for (const url of artifactUrls(documents)) await fetchPicture(trial, url)
    })
  }),

  clause('D8', `types: ${TYPES.join(', ')}`, async (trial) => {
    const seen = await trial.seenDocuments()
    for (const { type } of seen) {
      demand(TYPES.includes(type), `${READ}: a type that the contract lacks`)
    }
    for (const type of TYPES) {
      await trial.also(type, async () => {
        if (seen.some((document) => document.type === type)) return
        if (!trial.stage.control) throw new Unreachable('no such document seen')
        demand(false, `${READ}: ${type} was collected and is not listed`)
      })
    }
  }),

  clause('D9', 'supportedPageTypes by type; absent for selfie and signature', async (trial) => {
    for (const { type, supportedPageTypes } of await trial.seenDocuments()) {
      const given = JSON.stringify(supportedPageTypes)
      const isRight = given === JSON.stringify(PAGES[type])
      demand(isRight, `${READ}: supportedPageTypes of ${type}: ${given ?? 'absent'}`)
    }
  }),

  clause('D10', 'backPage is the back, and omitted when it is unavailable', async (trial) => {
    for (const document of await trial.seenDocuments()) {
      const hasBack = PAGES[document.type]?.includes('backPage') === true
      demand(hasBack || !('backPage' in document), `${READ}: backPage of ${document.type}`)
      demand(typeof (document.backPage ?? '') === 'string', `${READ}: backPage is not a URL`)
      demand(document.backPage !== null, `${READ}: backPage is null instead of omitted`)
    }
    await trial.also('the picture of the back', async () => {
      const { cards } = await uploadedDocuments(trial)
      for (const { document, pages } of cards) {
        demand(typeof document.backPage === 'string', `${READ}: no backPage of an uploaded back`)
        await expectUploaded(trial, document.backPage, pages.backPage, 'backPage')
      }
    })
    await trial.also('a card without its back', async () => {
      const how = { documentType: 'national_id', withoutBackPage: true }
      const documents = await completedDocuments(trial, how)
      const card = documents.find(({ type }) => type === 'national_id')
      demand(card !== undefined, `${READ}: the card is not listed`)
      demand(!('backPage' in card), `${READ}: backPage of a card without its back`)
    })
    await trial.also('a back that only an earlier scan had', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      const scan = { capability: 'PASSPORT_SCAN', documentType: 'national_id' }
      await tenant.record(inquiryId, scan)
      await tenant.record(inquiryId, { ...scan, withoutBackPage: true })
      await tenant.complete(inquiryId, 'APPROVED')
      await readDecided(tenant, inquiryId, 'APPROVED')
      const documents = await documentsOf(tenant.merchant, inquiryId)
      const hasBack = documents.some(({ backPage }) => backPage !== undefined)
      demand(!hasBack, `${READ}: the newest scan has no back, and an earlier one's is given`)
    })
  }),

  clause('D11', 'only successful artifacts, the newest of each capability', async (trial) => {
    await trial.part('no type twice', async () => {
      const documents = await documentsOf(trial.merchant, await trial.servedInquiry())
      const types = new Set(documents.map(({ type }) => type))
      demand(types.size === documents.length, `${READ}: a type is listed twice`)
    })
    await trial.part('a failed scan is omitted', async () => {
      const how = { failedCapabilities: ['FACE_MATCH'] }
      expectTypes(await completedDocuments(trial, how), ['passport'])
    })
    await trial.part('the newest successful scan counts', async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      const capability = 'PASSPORT_SCAN'
      await tenant.record(inquiryId, { capability, documentType: 'passport' })
      await tenant.record(inquiryId, { capability, documentType: 'driving_license' })
      const failed = { capability, documentType: 'national_id', succeeded: false }
      await tenant.record(inquiryId, failed)
      await tenant.complete(inquiryId, 'APPROVED')
      await readDecided(tenant, inquiryId, 'APPROVED')
      const documents = await documentsOf(tenant.merchant, inquiryId)
      expectTypes(documents, ['driving_license', 'selfie'])
    })
    await trial.part('the pictures that were uploaded', async () => {
      const { cards, selfies } = await uploadedDocuments(trial)
      for (const { document, pages } of [...cards, ...selfies]) {
        await expectUploaded(trial, document.frontPage, pages.frontPage, 'frontPage')
      }
    })
  }),

  clause('D12', 'documents can be empty for an eligible inquiry', async (trial) => {
    expectTypes(await completedDocuments(trial, { withoutPictures: true }), [])
  }),

  clause('D13', 'without X-Correlation-Id the service generates a UUID', async (trial) => {
    const inquiryId = await trial.inquiries.pending()
    const generated: string[] = []
    for (let request = 1; request <= 2; request += 1) {
      const answer = await trial.merchant.documents(inquiryId)
      const inBody = isRecord(answer.json) ? answer.json.correlationId : undefined
      const shown = [answer.headers.get('x-correlation-id'), inBody].filter(
        (each) => typeof each === 'string',
      )
      if (shown.length === 0) throw new Unreachable('the answer shows no correlation id (N24)')
      const areUuids = shown.every((each) => UUID.test(each))
      demand(areUuids, `${READ}: the correlation id is not a UUID`)
      demand(new Set(shown).size === 1, `${READ}: header and body show two correlation ids`)
      generated.push(...shown.slice(0, 1))
    }
    demand(new Set(generated).size === 2, `${READ}: two requests get the same correlation id`)
  }),
]

type Answer = Awaited<ReturnType<OwnTenant['merchant']['documents']>>

/** D2's refusal. An empty body has no room for the code, and N3 leaves the body open. */
async function expectNotApproved(trial: Trial, answer: Answer, when: string): Promise<void> {
  expectStatus(answer, 403, when)
  trial.observe('N3', errorForm(answer))
  await trial.also(`the code ${when}`, async () => {
    if (answer.bytes.byteLength === 0) throw new Unreachable('the body is empty (N3)')
    demand(carriesCode(answer, CODE), `${READ} ${when}: no code ${CODE}`)
  })
}

/** A tenant whose clock stands still just as it exceeds its rate limit. */
async function exceedLimit(
  trial: Trial,
): Promise<{ tenant: OwnTenant; inquiryId: string; limited: Answer }> {
  const limit = 3
  const tenant = await trial.ownTenant({ rateLimitPerMinute: limit })
  await tenant.freeze()
  const merchant = tenant.merchant.expectingLimit()
  const inquiryId = await open(merchant)
  for (let count = 2; count <= limit; count += 1) {
    expectStatus(await merchant.documents(inquiryId), 403, 'within the limit')
  }
  const limited = await merchant.documents(inquiryId)
  expectStatus(limited, 429, 'beyond the rate limit')
  return { tenant, inquiryId, limited }
}

function expectFiveMinutes(result: unknown, nowMs: number): void {
  const { urlExpiresAt } = isRecord(result) ? result : {}
  if (typeof urlExpiresAt !== 'string') throw new Unreachable('no urlExpiresAt: see D6')
  const validMs = Date.parse(urlExpiresAt) - nowMs
  const isFiveMinutes = Math.abs(validMs - URL_VALIDITY_S * 1000) <= CLOCK_TOLERANCE_MS
  demand(isFiveMinutes, `${READ}: urlExpiresAt is ${Math.round(validMs / 1000)} s ahead`)
}

/** The same without a clock to move: it takes five minutes. */
async function expectEndInRealTime(trial: Trial): Promise<void> {
  const { waiting } = trial.stage
  const endS = URL_VALIDITY_S + END_TOLERANCE_S
  if (waiting.maxMs < endS * 1000) throw new Unreachable(`needs --wait, for ${endS} s or more`)
  const urls = artifactUrls(await documentsOf(trial.merchant, await trial.servedInquiry()))
  if (urls.length === 0) throw new Unreachable('the inquiry has no documents')
  waiting.say(`Waiting ${endS} s for the document URLs to expire (D7) …`)
  await waiting.sleep((URL_VALIDITY_S - END_TOLERANCE_S) * 1000)
  for (const url of urls) await fetchPicture(trial, url)
  await waiting.sleep(2 * END_TOLERANCE_S * 1000)
  for (const url of urls) await expectExpired(trial, url)
}

async function fetchPicture(trial: Trial, url: string): Promise<Uint8Array> {
  const { status, mediaType, bytes } = await fetchArtifact(trial.stage.http, url)
  demand(status === 200, `a fresh artifact URL answers ${status}`)
  const isPicture = mediaType.startsWith('image/') && bytes.byteLength > 0
  demand(isPicture, 'an artifact URL gives no picture')
  return bytes
}

async function expectExpired(trial: Trial, url: string): Promise<void> {
  const { status } = await fetchArtifact(trial.stage.http, url)
  demand(status >= 400, `an artifact URL still answers ${status} after five minutes`)
  trial.observe('N18', String(status))
}

interface Upload {
  document: Document
  pages: Pages
}

/** Two inquiries of one tenant, each with superseded and failed scans: what was uploaded, beside what is served. */
async function uploadedDocuments(trial: Trial): Promise<{ cards: Upload[]; selfies: Upload[] }> {
  const tenant = await trial.ownTenant()
  const cards: Upload[] = []
  const selfies: Upload[] = []
  const inquiries: { inquiryId: string; card: Pages; selfie: Pages }[] = []
  for (let count = 1; count <= 2; count += 1) {
    const inquiryId = await open(tenant.merchant)
    const card = { frontPage: uniquePicture(), backPage: uniquePicture() }
    const superseded = { frontPage: uniquePicture(), backPage: uniquePicture() }
    const selfie = { frontPage: uniquePicture() }
    await uploadPictures(tenant, inquiryId, 'PASSPORT_SCAN', 'national_id', superseded)
    await uploadPictures(tenant, inquiryId, 'PASSPORT_SCAN', 'national_id', card)
    await uploadPictures(tenant, inquiryId, 'FACE_MATCH', 'selfie', { frontPage: uniquePicture() })
    await uploadPictures(tenant, inquiryId, 'FACE_MATCH', 'selfie', selfie)
    // A retake that fails replaces nothing.
    const failed = { capability: 'PASSPORT_SCAN', documentType: 'national_id', succeeded: false }
    await tenant.record(inquiryId, failed)
    inquiries.push({ inquiryId, card, selfie })
  }
  for (const { inquiryId, card, selfie } of inquiries) {
    await tenant.complete(inquiryId, 'APPROVED')
    await readDecided(tenant, inquiryId, 'APPROVED')
    const documents = await documentsOf(tenant.merchant, inquiryId)
    for (const [type, pages, uploads] of [
      ['national_id', card, cards],
      ['selfie', selfie, selfies],
    ] as const) {
      const document = documents.find((each) => each.type === type)
      demand(document !== undefined, `${READ}: an uploaded ${type} is not listed`)
      uploads.push({ document, pages })
    }
  }
  return { cards, selfies }
}

async function expectUploaded(
  trial: Trial,
  url: string,
  uploaded: Uint8Array | undefined,
  page: string,
): Promise<void> {
  const shown = await fetchPicture(trial, url)
  const isSame = uploaded !== undefined && Buffer.from(uploaded).equals(shown)
  demand(isSame, `${READ}: ${page} shows a picture other than the one that was uploaded`)
}

function expectTypes(documents: readonly Document[], expected: readonly string[]): void {
  const given = documents.map(({ type }) => type).toSorted()
  const isSame = JSON.stringify(given) === JSON.stringify(expected)
  const list = (types: readonly string[]) => types.join(', ') || 'none'
  demand(isSame, `${READ}: expected ${list(expected)}, got ${list(given)}`)
}

/** Documents of an inquiry that was completed in a given way, in a tenant of its own. */
async function completedDocuments(trial: Trial, how: object): Promise<Document[]> {
  const tenant = await trial.ownTenant()
  const inquiryId = await openCompleted(tenant, 'APPROVED', how)
  return documentsOf(tenant.merchant, inquiryId)
}
