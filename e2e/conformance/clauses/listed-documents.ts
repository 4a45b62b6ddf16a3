// The documents of an inquiry: D8–D13.
import { clause } from '../clause.ts'
import { ALL_STEPS, DOCUMENTS_ROUTE, type Document, documentsOf } from '../documents.ts'
import { isRecord, UUID } from '../expectations.ts'
import { open, openCompleted, readDecided } from '../inquiries.ts'
import { expectUploaded, servedPictures } from '../served-pictures.ts'
import type { Trial } from '../trial.ts'
import { demand, Unreachable } from '../verdict.ts'

const TYPES = ['passport', 'national_id', 'driving_license', 'selfie', 'signature']
const PAGES: Readonly<Record<string, readonly string[]>> = {
  passport: ['frontPage'],
  national_id: ['frontPage', 'backPage'],
  driving_license: ['frontPage', 'backPage'],
}
const WITH_PICTURES = ['PASSPORT_SCAN', 'FACE_MATCH', 'SIGNATURE']

export const LISTED_DOCUMENTS = [
  clause('D8', `types: ${TYPES.join(', ')}`, async (trial) => {
    const seen = await trial.seenDocuments()
    for (const { type } of seen) {
      demand(TYPES.includes(type), `${DOCUMENTS_ROUTE}: a type that is not in the contract`)
    }
    for (const type of TYPES) {
      await trial.also(type, async () => {
        if (seen.some((document) => document.type === type)) return
        if (!trial.stage.control) throw new Unreachable('no such document seen')
        demand(false, `${DOCUMENTS_ROUTE}: ${type} was collected but is not listed`)
      })
    }
  }),

  clause('D9', 'supportedPageTypes by type; absent for selfie and signature', async (trial) => {
    expectPageTypes(await trial.seenDocuments())
    await trial.also('cards without their back', async () => {
      for (const documentType of ['national_id', 'driving_license']) {
        const how = { documentType, withoutBackPage: true }
        expectPageTypes(await completedDocuments(trial, how))
      }
    })
  }),

  clause('D10', 'backPage is the back, and omitted when it is unavailable', async (trial) => {
    for (const document of await trial.seenDocuments()) {
      const hasBack = PAGES[document.type]?.includes('backPage') === true
      demand(
        hasBack || !('backPage' in document),
        `${DOCUMENTS_ROUTE}: backPage of ${document.type}`,
      )
      demand(
        typeof (document.backPage ?? '') === 'string',
        `${DOCUMENTS_ROUTE}: backPage is not a URL`,
      )
      demand(document.backPage !== null, `${DOCUMENTS_ROUTE}: backPage is null instead of omitted`)
    }
    await trial.also('the picture of the back', async () => {
      const served = await servedPictures(trial)
      const cards = served.filter(({ type }) => type === 'national_id')
      const haveBacks = cards.every(({ pages }) => 'backPage' in pages)
      demand(haveBacks, `${DOCUMENTS_ROUTE}: no backPage for an uploaded back`)
      expectUploaded(served, 'backPage')
    })
    await trial.also('a card without its back', async () => {
      const how = { documentType: 'national_id', withoutBackPage: true }
      const documents = await completedDocuments(trial, how)
      const card = documents.find(({ type }) => type === 'national_id')
      demand(card !== undefined, `${DOCUMENTS_ROUTE}: the card is not listed`)
      demand(!('backPage' in card), `${DOCUMENTS_ROUTE}: backPage of a card without its back`)
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
      demand(
        !hasBack,
        `${DOCUMENTS_ROUTE}: the newest scan has no back, but an earlier one's is served`,
      )
    })
  }),

  clause('D11', 'only successful artifacts, the newest of each capability', async (trial) => {
    await trial.part('no type twice', async () => {
      const documents = await documentsOf(trial.merchant, await trial.servedInquiry())
      const types = new Set(documents.map(({ type }) => type))
      demand(types.size === documents.length, `${DOCUMENTS_ROUTE}: a type is listed twice`)
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
    await trial.part('a failed retake replaces nothing', async () => {
      const tenant = await trial.ownTenant({ definition: { steps: ALL_STEPS } })
      const [once, retaken] = [await open(tenant.merchant), await open(tenant.merchant)]
      for (const capability of WITH_PICTURES) {
        await tenant.record(once, { capability })
        await tenant.record(retaken, { capability })
        await tenant.record(retaken, { capability, succeeded: false })
      }
      const listed: string[][] = []
      for (const inquiryId of [once, retaken]) {
        await tenant.complete(inquiryId, 'APPROVED')
        await readDecided(tenant, inquiryId, 'APPROVED')
        const documents = await documentsOf(tenant.merchant, inquiryId)
        listed.push(documents.map(({ type }) => type))
      }
      const [expected = [], given = []] = listed
      const isSame = given.toSorted().join() === expected.toSorted().join()
      demand(isSame, `${DOCUMENTS_ROUTE}: a failed retake changes which types are listed`)
    })
    await trial.part('a capability that the template lacks', async () => {
      const tenant = await trial.ownTenant({ definition: { steps: ['PERSONAL_INFO'] } })
      const inquiryId = await open(tenant.merchant)
      // Each may be refused.
      for (const capability of WITH_PICTURES) await tenant.canRecord(inquiryId, { capability })
      await tenant.complete(inquiryId, 'APPROVED')
      const { identity } = await readDecided(tenant, inquiryId, 'APPROVED')
      expectTypes(await documentsOf(tenant.merchant, inquiryId), [])
      const hasDocument = isRecord(identity) && 'document' in identity
      demand(!hasDocument, 'identity.document is from a scan that the template lacks')
    })
    await trial.part('the pictures that were uploaded', async () => {
      expectUploaded(await servedPictures(trial), 'frontPage')
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
      if (shown.length === 0) throw new Unreachable('the response has no correlation id (N24)')
      const areUuids = shown.every((each) => UUID.test(each))
      demand(areUuids, `${DOCUMENTS_ROUTE}: the correlation id is not a UUID`)
      demand(
        new Set(shown).size === 1,
        `${DOCUMENTS_ROUTE}: header and body show different correlation ids`,
      )
      generated.push(...shown.slice(0, 1))
    }
    demand(
      new Set(generated).size === 2,
      `${DOCUMENTS_ROUTE}: two requests get the same correlation id`,
    )
  }),
]

function expectPageTypes(documents: readonly Document[]): void {
  for (const { type, supportedPageTypes } of documents) {
    const given = JSON.stringify(supportedPageTypes)
    const isRight = given === JSON.stringify(PAGES[type])
    demand(isRight, `${DOCUMENTS_ROUTE}: supportedPageTypes of ${type}: ${given ?? 'absent'}`)
  }
}

function expectTypes(documents: readonly Document[], expected: readonly string[]): void {
  const given = documents.map(({ type }) => type).toSorted()
  const isSame = JSON.stringify(given) === JSON.stringify(expected)
  const list = (types: readonly string[]) => types.join(', ') || 'none'
  demand(isSame, `${DOCUMENTS_ROUTE}: expected ${list(expected)}, got ${list(given)}`)
}

/** Completes an inquiry in a given way, in a new tenant. @returns its documents */
async function completedDocuments(trial: Trial, how: object): Promise<Document[]> {
  const tenant = await trial.ownTenant()
  const inquiryId = await openCompleted(tenant, 'APPROVED', how)
  return documentsOf(tenant.merchant, inquiryId)
}
