// Services that show inquiries or documents differently (S1–S6, D1–D13).
import { decisionOf } from '../../service/inquiry.ts'
import type { Inquiry } from '../../state/entities.ts'
import {
  documentsIn,
  eachDocument,
  listing,
  onArtifact,
  onControl,
  onDocuments,
  onMerchantCall,
  type PlantedService,
  reading,
  service,
  siblings,
  withHeader,
} from './mistakes.ts'
import {
  type Answer,
  answer,
  type Json,
  type Mistake,
  recordIn,
  text,
  type World,
  withBody,
} from './proxy.ts'

const DAY_MS = 86_400_000
const tenantOf = (path: string, { artifacts }: World['store']) =>
  artifacts.get(path.replace(/^\/artifacts\/|\?.*$/g, ''))?.tenantId
const newest = (inquiry: Inquiry, world: World) => siblings(inquiry, world).at(-1) ?? inquiry

/** Passes on only the first of an inquiry's identical submissions. */
const keepingFirst = (pattern: RegExp): Mistake => {
  const known = new Set<string>()
  return {
    async call(call, next) {
      if (!pattern.test(`${call.method} ${call.path}`)) return next()
      const id = `${call.inquiryId} ${call.path} ${call.body.capability}`
      if (known.has(id) && call.body.succeeded !== false) return answer(200)
      known.add(id)
      return next()
    },
  }
}

/** Changes a group of identity fields, if it is shown. */
const identifying = (
  group: 'personalInfo' | 'document',
  change: (inquiry: Inquiry, world: World) => Json | null | undefined,
) =>
  reading(({ identity }, inquiry, world) => {
    const shown = recordIn({ identity }, 'identity')
    if (shown[group] === undefined) return {}
    return {
      identity: { ...shown, [group]: { ...recordIn(shown, group), ...change(inquiry, world) } },
    }
  })

/** Shows the document number of a failed scan. */
const identityFromFailedScan = (): Mistake => {
  const numbers = new Map<string, unknown>()
  const showing = identifying('document', ({ id }) =>
    numbers.has(id) ? { documentNumber: numbers.get(id) } : {},
  )
  return {
    async call(call, next, world) {
      const { documentNumber, succeeded } = call.body
      if (documentNumber !== undefined && succeeded === false)
        numbers.set(call.inquiryId, documentNumber)
      return showing.call?.(call, next, world) ?? next()
    },
  }
}

const INQUIRY: readonly PlantedService[] = [
  service('S1', "an inquiry shows the note of the tenant's newest one", () =>
    reading((_, inquiry, world) => ({ note: newest(inquiry, world).note })),
  ),
  service('N25', 'expiresAt changes when the customer has finished', () =>
    reading(({ status, expiresAt }) => ({
      expiresAt: status === 'PENDING' ? expiresAt : '2031-01-01T00:00:00.000Z',
    })),
  ),
  service('S2', 'expiresAt is in seconds since 1970', () =>
    reading(({ expiresAt }) => ({ expiresAt: String(Date.parse(text(expiresAt)) / 1000) })),
  ),
  service('S2', "openedAt is that of the tenant's first inquiry", () =>
    reading((_, inquiry, world) => ({ openedAt: siblings(inquiry, world)[0]?.openedAt })),
  ),
  service('S2', 'milliseconds are left out when they are zero', () =>
    reading(({ openedAt, expiresAt }) => ({
      openedAt: text(openedAt).replace('.000Z', 'Z'),
      expiresAt: text(expiresAt).replace('.000Z', 'Z'),
    })),
  ),
  service('S3', 'an inquiry keeps its identity when a review declines it', () =>
    reading(({ status, portalDecidedAt }, { personalInfo }) =>
      status === 'DECLINED' && portalDecidedAt ? { identity: { personalInfo } } : {},
    ),
  ),
  service(
    'S3',
    'an expired inquiry that reads as DECLINED shows what the customer had entered',
    () =>
      reading(({ status }, { finishedAt, personalInfo }) =>
        status === 'DECLINED' && finishedAt === null ? { identity: { personalInfo } } : {},
      ),
    { N7: 'declined' },
  ),
  service('S4', "an inquiry shows the personal data of the tenant's newest one", () =>
    identifying('personalInfo', (inquiry, world) => newest(inquiry, world).personalInfo),
  ),
  service('S4', 'a country is shown by its name', () =>
    identifying('personalInfo', () => ({ country: 'France' })),
  ),
  service('S4', 'a phone number has no leading plus', () =>
    identifying('personalInfo', ({ personalInfo }) => ({
      phone: personalInfo?.phone.replace('+', '00'),
    })),
  ),
  service('S5', "an inquiry shows the document of the tenant's newest scan", () =>
    identifying('document', (inquiry, world) => {
      const { documentNumber } = newest(inquiry, world).document ?? {}
      return documentNumber === undefined ? {} : { documentNumber }
    }),
  ),
  service('R6', 'identity comes from a scan that failed', identityFromFailedScan),
  service('S6', 'a fresh inquiry has a status that is not in the contract', () =>
    reading(({ status }) => ({ status: status === 'PENDING' ? 'CREATED' : status })),
  ),
  service('P4 R3', "a decision applies to all of the tenant's inquiries in review", () =>
    onControl(/^POST \/inquiries\/[\w-]+\/decide/, async (call, next, world) => {
      const inquiry = world.store.inquiries.require(call.inquiryId)
      for (const { id, status } of siblings(inquiry, world))
        if (status === 'NEEDS_REVIEW' && id !== inquiry.id)
          await world.control('POST', `/inquiries/${id}/decide`, call.body)
      return next()
    }),
  ),
]

const ACCESS: readonly PlantedService[] = [
  service('D1', 'only UUIDs of version 4 are accepted', () =>
    onDocuments(async ({ inquiryId }, next) =>
      inquiryId.length === 36 && inquiryId.charAt(14) !== '4' ? answer(400) : next(),
    ),
  ),
  service('D1', 'anything may follow the UUID', () =>
    onDocuments(async ({ inquiryId, path }, next) => {
      const [given, uuid] = [inquiryId, inquiryId.slice(0, 36)].map(encodeURIComponent)
      return next({ path: path.replace(given ?? '', uuid ?? '') })
    }),
  ),
  service('D2', 'documents that were once served stay served', () => {
    const served = new Map<string, Answer>()
    return onDocuments(async (call, next) => {
      const given = await next()
      if (given.status < 300) served.set(call.inquiryId, given)
      return given.status === 403 ? (served.get(call.inquiryId) ?? given) : given
    })
  }),
  service('D2', 'documents are refused a day after the decision', () =>
    onDocuments(async (call, next, { store, clock }) => {
      const given = await next()
      const inquiry = store.inquiries.get(call.inquiryId)
      if (given.status >= 300 || !inquiry) return given
      const { tenantId, openedAt } = inquiry
      const isOld = clock.nowMs(tenantId) > Date.parse(openedAt) + DAY_MS
      return isOld && !decisionOf(inquiry) ? answer(403, { code: 'INQUIRY_NOT_APPROVED' }) : given
    }),
  ),
  service('D3', "another tenant's documents are served", () =>
    onDocuments(async (call, next, world) => {
      const inquiry = world.store.inquiries.get(call.inquiryId)
      const { tenantId } = world.keyOf(call) ?? {}
      const isForeign = inquiry && tenantId && tenantId !== inquiry.tenantId
      return isForeign ? world.asOwner(inquiry, '/documents') : next()
    }),
  ),
  service('D3 A5', "another tenant's inquiry has a different code from a missing one", () =>
    onMerchantCall(async (call, next, world) => {
      const given = await next()
      const isForeign = given.status === 404 && world.store.inquiries.get(call.inquiryId)
      return isForeign ? answer(404, { ...given.body, code: 'NOT_YOURS' }) : given
    }),
  ),
  service('D4 A1 A4', 'documents need no key', () =>
    onDocuments(async (call, next, world) => {
      const inquiry = world.store.inquiries.get(call.inquiryId)
      const isOpen = inquiry && call.headers['x-api-key'] === undefined
      return isOpen ? world.asOwner(inquiry, '/documents') : next()
    }),
  ),
  service('D4 A4', 'documents are forbidden with a key that ended, instead of unauthorised', () =>
    onDocuments(async (call, next, world) => {
      const { revokedAt, expiresAt } = world.keyOf(call) ?? {}
      return (revokedAt ?? expiresAt) ? answer(403) : next()
    }),
  ),
  service('D5', 'a key that was limited once stays limited', () => {
    const limited = new Map<string, Answer>()
    return onMerchantCall(async ({ headers }, next) => {
      const key = headers['x-api-key'] ?? ''
      const given = limited.get(key) ?? (await next())
      if (given.status === 429) limited.set(key, given)
      return given
    })
  }),
  service('N17', 'all tenants share one limit', () => {
    let limited: Answer | null = null
    return onMerchantCall(async (call, next) => {
      const given = await next()
      if (given.status === 429) limited = given
      return limited && call.route === 'open' ? limited : given
    })
  }),
  service('D6', 'documents of an inquiry in review say APPROVED', () =>
    listing(() => ({ status: 'APPROVED' })),
  ),
  service('D6 D7', 'every later request gets the first response again', () => {
    const first = new Map<string, Json>()
    return listing((result, { id }) => {
      first.set(id, first.get(id) ?? result)
      return first.get(id) ?? result
    })
  }),
  service('D7', 'a URL works only once', () => {
    const used = new Set<string>()
    return onArtifact(async ({ path }, next) => {
      const isUsed = used.has(path)
      used.add(path)
      return isUsed ? answer(403) : next()
    })
  }),
  service('N18', 'the URLs work for a day', () => {
    const served = new Map<string, { given: Answer; untilMs: number }>()
    return onArtifact(async ({ path }, next, { clock, store }) => {
      const tenantId = tenantOf(path, store)
      const known = served.get(path)
      if (known && tenantId && clock.nowMs(tenantId) < known.untilMs) return known.given
      const given = await next()
      if (given.status < 300 && tenantId)
        served.set(path, { given, untilMs: clock.nowMs(tenantId) + DAY_MS })
      return given
    })
  }),
  service('D7', 'the URLs are said to be valid for an hour', () =>
    listing(({ urlExpiresAt }) => ({
      urlExpiresAt: new Date(Date.parse(text(urlExpiresAt)) + 55 * 60_000).toISOString(),
    })),
  ),
  service('D7', 'the URLs work forever', () => {
    const served = new Map<string, Answer>()
    return onArtifact(async ({ path }, next) => {
      const given = served.get(path) ?? (await next())
      if (given.status < 300) served.set(path, given)
      return given
    })
  }),
  service('D7', 'a new request expires the URLs of an earlier one', () => {
    const newestOf = new Map<string, string>()
    return {
      async call(call, next) {
        const given = await next()
        for (const { frontPage } of call.route === 'documents' ? documentsIn(given.body) : []) {
          const { pathname, search } = new URL(text(frontPage))
          newestOf.set(pathname, search)
        }
        const { pathname, search } = new URL(call.path, 'http://localhost')
        return (newestOf.get(pathname) ?? search) === search ? given : answer(403)
      },
    }
  }),
]

const LISTED: readonly PlantedService[] = [
  service('D8', 'a signature is collected but never listed', () =>
    eachDocument((document) => (document.type === 'signature' ? null : document)),
  ),
  service('D8 D11', 'a selfie has a type that the contract does not name', () =>
    eachDocument(({ type, ...document }) => ({
      type: type === 'selfie' ? 'portrait' : type,
      ...document,
    })),
  ),
  service('D9', 'a selfie has supportedPageTypes', () =>
    eachDocument((document) =>
      document.type === 'selfie' ? { ...document, supportedPageTypes: ['frontPage'] } : document,
    ),
  ),
  service('D9', 'a card without its back does not support a back', () =>
    eachDocument((document) => {
      const isHalf = document.supportedPageTypes !== undefined && document.backPage === undefined
      return isHalf ? { ...document, supportedPageTypes: ['frontPage'] } : document
    }),
  ),
  service('D10', 'backPage is the front again', () =>
    eachDocument(({ backPage, ...document }) =>
      backPage === undefined ? document : { ...document, backPage: document.frontPage },
    ),
  ),
  service('D10', 'a scan without a back gets the back of the one before', () =>
    eachDocument((document, { id }, { store }) => {
      const artifacts = store.artifacts.listBy('inquiry', id)
      const had = artifacts.some(({ page }) => page === 'backPage')
      const isHalf = document.type === 'national_id' && document.backPage === undefined
      return isHalf && had ? { ...document, backPage: document.frontPage } : document
    }),
  ),
  service('D11', "a selfie's URL shows the selfie of the tenant's first inquiry", () =>
    eachDocument(async (document, inquiry, world) => {
      const [first = inquiry] = siblings(inquiry, world)
      const documents = documentsIn((await world.asOwner(first, '/documents')).body)
      const selfie = documents.find(({ type }) => type === 'selfie')
      return (document.type === 'selfie' && selfie) || document
    }),
  ),
  service('D11 D10', 'the oldest scan counts instead of the newest', () =>
    keepingFirst(/^(PUT \/flow\/api\/pictures\/|POST \/sandbox\/inquiries\/[\w-]+\/capabilities)/),
  ),
  service('D12 D11', 'an empty list is a 404', () =>
    onDocuments(async (_, next) => {
      const given = await next()
      const isEmpty = given.status < 300 && documentsIn(given.body).length === 0
      return isEmpty ? answer(404) : given
    }),
  ),
  service('D13', 'every request gets the same correlation id', () =>
    onDocuments(async (call, next) => {
      const given = await next()
      const id = call.headers['x-correlation-id'] ?? '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c'
      const body = 'correlationId' in given.body ? { correlationId: id } : {}
      return withHeader(withBody(given, body), 'x-correlation-id', id)
    }),
  ),
  service('D13', 'the generated correlation id is not a UUID', () =>
    onDocuments(async (call, next) => {
      const given = await next()
      const own = given.headers['x-correlation-id'] ?? ''
      const shown = call.headers['x-correlation-id'] ? own : `trace-${own}`
      return withHeader(given, 'x-correlation-id', shown)
    }),
  ),
]

export const READING: readonly PlantedService[] = [...INQUIRY, ...ACCESS, ...LISTED]
