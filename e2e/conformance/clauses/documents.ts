// Documents of an inquiry: D1–D13.
import { z } from 'zod'
import { clause, demand, Unreachable } from '../clause.ts'
import {
  artifactUrls,
  type Document,
  documentsOf,
  documentsSchema,
  fetchArtifact,
} from '../documents.ts'
import {
  dateTimeSchema,
  errorCodes,
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
import { open } from '../inquiries.ts'
import type { Trial } from '../trial.ts'

const READ = 'GET …/inquiries/{inquiryId}/documents'
const SERVED = ['APPROVED', 'NEEDS_REVIEW']
const REFUSED = ['PENDING', 'COMPLETED', 'FAILED', 'DECLINED']
const URL_VALIDITY_S = 5 * 60
/** Clocks of two machines, and the way between them. */
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
      expectStatus(answer, 400, 'of an id that is no canonical UUID')
      trial.observe('N3', errorForm(answer))
    }
    for (const inquiryId of OF_ANY_VERSION) {
      const version = inquiryId.charAt(14)
      expectStatus(await trial.merchant.documents(inquiryId), 404, `of a UUID v${version}`)
    }
  }),

  clause('D2', 'APPROVED or NEEDS_REVIEW only, else 403 INQUIRY_NOT_APPROVED', async (trial) => {
    for (const status of REFUSED) {
      await trial.part(status, async () => {
        const answer = await trial.merchant.documents(await trial.inquiries.as(status))
        expectStatus(answer, 403, `when ${status}`)
        const codes = errorCodes(answer.json)
        demand(codes.includes('INQUIRY_NOT_APPROVED'), `${READ}: no code INQUIRY_NOT_APPROVED`)
      })
    }
    for (const status of SERVED) {
      await trial.part(status, async () => {
        const answer = await trial.merchant.documents(await trial.inquiries.as(status))
        expectStatus(answer, 200, `when ${status}`)
      })
    }
  }),

  clause('D3', "404 for a missing inquiry and, all the same, another tenant's", async (trial) => {
    const { merchant } = trial
    const missing = await merchant.documents(crypto.randomUUID())
    expectStatus(missing, 404, 'of no inquiry')
    await trial.also("another tenant's inquiry", async () => {
      const foreign = await merchant.documents(await trial.foreignInquiry())
      expectStatus(foreign, 404, "of another tenant's inquiry")
      demand(isSameRefusal(missing, foreign), `${READ}: missing and foreign can be told apart`)
    })
    await trial.also("another tenant's approved inquiry", async () => {
      const tenant = await trial.ownTenant()
      const inquiryId = await open(tenant.merchant)
      await tenant.complete(inquiryId, 'APPROVED')
      const foreign = await merchant.documents(inquiryId)
      expectStatus(foreign, 404, "of another tenant's inquiry")
      demand(isSameRefusal(missing, foreign), `${READ}: missing and foreign can be told apart`)
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
      const limit = 3
      const tenant = await trial.ownTenant({ rateLimitPerMinute: limit })
      await tenant.freeze()
      const { merchant } = tenant
      const inquiryId = await open(merchant)
      for (let count = 2; count <= limit; count += 1) {
        expectStatus(await merchant.documents(inquiryId), 403, 'within the limit')
      }
      expectLimit(await merchant.expectingLimit().documents(inquiryId))
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
  }),

  clause('D7', 'URLs are valid for five minutes, and then no longer', async (trial) => {
    await trial.part('they work, and urlExpiresAt is five minutes ahead', async () => {
      const answer = await trial.merchant.documents(await trial.servedInquiry())
      const { documents } = expectShape(documentsSchema, answer.json, READ)
      const { urlExpiresAt } = isRecord(answer.json) ? answer.json : {}
      if (typeof urlExpiresAt !== 'string') throw new Unreachable('no urlExpiresAt: see D6')
      const serviceNowMs = Date.parse(answer.headers.get('date') ?? '')
      const validMs = Date.parse(urlExpiresAt) - (serviceNowMs || Date.now())
      const isFiveMinutes = Math.abs(validMs - URL_VALIDITY_S * 1000) <= CLOCK_TOLERANCE_MS
      demand(isFiveMinutes, `${READ}: urlExpiresAt is ${Math.round(validMs / 1000)} s ahead`)
      for (const url of artifactUrls(documents)) await expectPicture(trial, url)
    })
    await trial.part('and then no longer', async () => {
      const tenant = await trial.ownTenant()
      await tenant.freeze()
      const inquiryId = await open(tenant.merchant)
      await tenant.complete(inquiryId, 'APPROVED')
      const urls = artifactUrls(await documentsOf(tenant.merchant, inquiryId))
      demand(urls.length > 0, `${READ}: no document of a completed inquiry`)
      await tenant.advance(URL_VALIDITY_S - 1)
      for (const url of urls) await expectPicture(trial, url)
      await tenant.advance(2)
      for (const url of urls) {
        const { status } = await fetchArtifact(trial.stage.http, url)
        demand(status >= 400, `an artifact URL still answers ${status} after five minutes`)
        trial.observe('N18', String(status))
      }
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

  clause('D10', 'backPage is omitted when it is unavailable', async (trial) => {
    for (const document of await trial.seenDocuments()) {
      const hasBack = PAGES[document.type]?.includes('backPage') === true
      demand(hasBack || !('backPage' in document), `${READ}: backPage of ${document.type}`)
      demand(typeof (document.backPage ?? '') === 'string', `${READ}: backPage is no URL`)
      demand(document.backPage !== null, `${READ}: backPage is null instead of omitted`)
    }
    await trial.also('a card without its back', async () => {
      const how = { documentType: 'national_id', withoutBackPage: true }
      const [card] = await completedDocuments(trial, how)
      demand(card?.type === 'national_id', `${READ}: the card is not listed`)
      demand(!('backPage' in card), `${READ}: backPage of a card without its back`)
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
      const documents = await documentsOf(tenant.merchant, inquiryId)
      expectTypes(documents, ['driving_license', 'selfie'])
    })
  }),

  clause('D12', 'documents can be empty for an eligible inquiry', async (trial) => {
    expectTypes(await completedDocuments(trial, { withoutPictures: true }), [])
  }),

  clause('D13', 'without X-Correlation-Id the service generates a UUID', async (trial) => {
    const answer = await trial.merchant.documents(await trial.inquiries.pending())
    const inBody = isRecord(answer.json) ? answer.json.correlationId : undefined
    const shown = [answer.headers.get('x-correlation-id'), inBody].filter(
      (each) => typeof each === 'string',
    )
    if (shown.length === 0) throw new Unreachable('the answer shows no correlation id')
    const areUuids = shown.every((each) => UUID.test(each))
    demand(areUuids, `${READ}: the correlation id is no UUID`)
    demand(new Set(shown).size === 1, `${READ}: header and body show two correlation ids`)
  }),
]

async function expectPicture(trial: Trial, url: string): Promise<void> {
  const { status, mediaType, bytes } = await fetchArtifact(trial.stage.http, url)
  demand(status === 200, `a fresh artifact URL answers ${status}`)
  demand(mediaType.startsWith('image/') && bytes.byteLength > 0, 'an artifact URL gives no picture')
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
  const inquiryId = await open(tenant.merchant)
  await tenant.complete(inquiryId, 'APPROVED', how)
  return documentsOf(tenant.merchant, inquiryId)
}
