// The documents of an inquiry (D8–D13).
import { demand, expectMembers, fieldOf, sameMembers, Unreachable, UUID } from '../expectations.ts'
import { DOCUMENTS_ROUTE, type Document } from '../merchant.ts'
import { expectUploaded, shownPages } from '../pictures.ts'
import { check, type Run } from '../run.ts'

const TYPES = ['passport', 'national_id', 'driving_license', 'selfie', 'signature']
const PAGES: Readonly<Record<string, readonly string[]>> = {
  passport: ['frontPage'],
  national_id: ['frontPage', 'backPage'],
  driving_license: ['frontPage', 'backPage'],
}
const WITH_PICTURES = ['PASSPORT_SCAN', 'FACE_MATCH', 'SIGNATURE']

export const LISTED_DOCUMENTS = [
  check('D8', `types: ${TYPES.join(', ')}`, async (run) => {
    const seen = (await run.seenDocuments()).map(({ type }) => type)
    const areKnown = seen.every((type) => TYPES.includes(type))
    demand(areKnown, `${DOCUMENTS_ROUTE}: a type that is not in the contract`)
    for (const type of TYPES) {
      await run.also(type, async () => {
        if (seen.includes(type)) return
        if (!run.tenant) throw new Unreachable('no such document seen')
        demand(false, `${DOCUMENTS_ROUTE}: ${type} was collected but is not listed`)
      })
    }
  }),

  check('D9', 'supportedPageTypes by type; absent for selfie and signature', async (run) => {
    expectPageTypes(await run.seenDocuments())
    await run.also('cards without their back', async () => {
      for (const documentType of ['national_id', 'driving_license']) {
        const how = { documentType, withoutBackPage: true }
        expectPageTypes(await completedDocuments(run, how))
      }
    })
  }),

  check('D10', 'backPage is the back, and omitted when it is unavailable', async (run) => {
    for (const document of await run.seenDocuments()) {
      const mayHaveBack = PAGES[document.type]?.includes('backPage') === true
      const isRight = mayHaveBack ? document.backPage !== null : !('backPage' in document)
      demand(isRight, `${DOCUMENTS_ROUTE}: a backPage of ${document.type} that isn't there`)
      const isUrl = typeof (document.backPage ?? '') === 'string'
      demand(isUrl, `${DOCUMENTS_ROUTE}: backPage is not a URL`)
    }
    await run.also('the picture of the back', async () => {
      expectUploaded(await shownPages(run), 'backPage')
    })
    await run.own('a card without its back, which only an earlier scan had', async (tenant) => {
      const inquiryId = await tenant.open()
      const scan = { capability: 'PASSPORT_SCAN', documentType: 'national_id' }
      await tenant.record(inquiryId, scan)
      await tenant.record(inquiryId, { ...scan, withoutBackPage: true })
      await tenant.completed(inquiryId, 'APPROVED')
      const documents = await tenant.listDocuments(inquiryId)
      const card = documents.find(({ type }) => type === 'national_id')
      demand(card !== undefined, `${DOCUMENTS_ROUTE}: the card is not listed`)
      demand(!('backPage' in card), `${DOCUMENTS_ROUTE}: backPage of a card without its back`)
    })
  }),

  check('D11', 'only successful artifacts, the newest of each capability', async (run) => {
    await run.part('a failed scan is omitted', async () => {
      const how = { failedCapabilities: ['FACE_MATCH'] }
      expectTypes(await completedDocuments(run, how), ['passport'])
    })
    await run.part('the newest successful scan counts, and a failed one does not', async () => {
      const steps = ['PERSONAL_INFO', ...WITH_PICTURES]
      const tenant = await run.createTenant({ definition: { steps } })
      const [once, retaken] = [await tenant.open(), await tenant.open()]
      for (const inquiryId of [once, retaken]) {
        const earlier = { capability: 'PASSPORT_SCAN', documentType: 'passport' }
        await tenant.record(inquiryId, earlier)
        for (const capability of WITH_PICTURES)
          await tenant.record(inquiryId, { capability, documentType: 'driving_license' })
      }
      for (const capability of WITH_PICTURES)
        await tenant.record(retaken, { capability, documentType: 'national_id', succeeded: false })
      for (const inquiryId of [once, retaken]) await tenant.completed(inquiryId, 'APPROVED')
      const types = typesOf(await tenant.listDocuments(once))
      // D8 checks whether a signature is listed.
      const others = types.filter((type) => type !== 'signature')
      expectMembers(DOCUMENTS_ROUTE, others, ['driving_license', 'selfie'])
      expectTypes(await tenant.listDocuments(retaken), types)
    })
    await run.part('a capability that the template lacks', async () => {
      const tenant = await run.createTenant({ definition: { steps: ['PERSONAL_INFO'] } })
      const inquiryId = await tenant.open()
      // The service may refuse each.
      for (const capability of WITH_PICTURES)
        await tenant.can('capabilities', inquiryId, { capability })
      await tenant.completed(inquiryId, 'APPROVED')
      expectTypes(await tenant.listDocuments(inquiryId), [])
    })
    await run.part('the pictures that were uploaded', async () => {
      expectUploaded(await shownPages(run), 'frontPage')
    })
  }),

  check('D12', 'documents can be empty for an eligible inquiry', async (run) => {
    expectTypes(await completedDocuments(run, { withoutPictures: true }), [])
  }),

  check('D13', 'without X-Correlation-Id the service generates a UUID', async (run) => {
    const inquiryId = await run.pending()
    const generated = new Set<string>()
    for (let request = 1; request <= 2; request += 1) {
      const { headers, json } = await run.merchant.documents(inquiryId)
      const shown = [headers.get('x-correlation-id'), fieldOf(json, 'correlationId')].filter(
        (each) => typeof each === 'string',
      )
      const [first] = shown
      if (first === undefined) throw new Unreachable('the response has no correlation id (N24)')
      const areUuids = shown.every((each) => UUID.test(each))
      demand(areUuids, `${DOCUMENTS_ROUTE}: the correlation id is not a UUID`)
      generated.add(first)
    }
    const areOwn = generated.size === 2
    demand(areOwn, `${DOCUMENTS_ROUTE}: two requests get the same correlation id`)
  }),
]

function expectPageTypes(documents: readonly Document[]): void {
  for (const { type, supportedPageTypes } of documents) {
    const pages = PAGES[type]
    const isRight =
      pages === undefined
        ? supportedPageTypes === undefined
        : Array.isArray(supportedPageTypes) && sameMembers(supportedPageTypes.map(String), pages)
    const given = JSON.stringify(supportedPageTypes) ?? 'absent'
    demand(isRight, `${DOCUMENTS_ROUTE}: supportedPageTypes of ${type}: ${given}`)
  }
}

function typesOf(documents: readonly Document[]): string[] {
  return documents.map(({ type }) => type)
}

function expectTypes(documents: readonly Document[], expected: readonly string[]): void {
  expectMembers(DOCUMENTS_ROUTE, typesOf(documents), expected)
}

/** Completes an inquiry of a new tenant with this order. @returns its documents */
async function completedDocuments(run: Run, how: object): Promise<Document[]> {
  const tenant = await run.createTenant()
  return tenant.listDocuments(await tenant.openCompleted('APPROVED', how))
}
