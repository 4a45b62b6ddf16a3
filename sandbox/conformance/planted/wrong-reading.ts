// Services that get a read or documents wrong (S1–S6, D1–D13).
import {
  listing,
  onControl,
  onDocuments,
  onMerchantCall,
  reading,
  type WrongService,
  wrong,
} from './mistakes.ts'
import {
  type Answer,
  answer,
  type Inquiry,
  type Json,
  listIn,
  type Mistake,
  recordIn,
  text,
  type World,
} from './proxy.ts'

const newest = ({ tenant }: Inquiry) => tenant.inquiries.at(-1)
/** What the sandbox shows of another inquiry. */
const shownOf = async (inquiry: Inquiry | undefined, world: World): Promise<Json> =>
  inquiry ? (await world.asOwner(inquiry)).body : {}
const isAfter = (statuses: readonly string[], status: string) =>
  statuses.slice(0, -1).includes(status)

/** Keeps identity in statuses that shouldn't have it. */
const keepingIdentity = (isKept: (seen: Json, inquiry: Inquiry) => boolean) => {
  const identities = new Map<string, unknown>()
  return reading((seen, inquiry) => {
    if (seen.identity !== undefined) identities.set(inquiry.id, seen.identity)
    const identity = identities.get(inquiry.id) ?? {}
    return seen.identity === undefined && isKept(seen, inquiry) ? { identity } : {}
  })
}

/** Passes on only the first of several identical submissions of an inquiry. */
const keepingFirst = (pattern: RegExp): Mistake => {
  const known = new Set<string>()
  return {
    async call(call, next) {
      if (!pattern.test(`${call.method} ${call.path}`)) return next()
      const capability = text(call.body.capability)
      const id = `${call.inquiryId} ${call.path} ${capability}`
      if (known.has(id) && call.body.succeeded !== false) return answer(200)
      known.add(id)
      return next()
    },
  }
}

/** Shows the document that this result of the inquiry names. */
const showingScan = (choose: (scans: readonly Json[]) => Json | undefined) =>
  reading(({ identity, status }, { results }) => {
    const scans = results.filter(({ documentNumber }) => documentNumber !== undefined)
    const { documentNumber } = choose(scans) ?? {}
    if (documentNumber === undefined || identity === undefined) return { status }
    const shown = typeof identity === 'object' && identity !== null ? { ...identity } : {}
    return { identity: { ...shown, document: { ...recordIn(shown, 'document'), documentNumber } } }
  })

/** Changes each listed document. */
const eachDocument = (change: (document: Json, inquiry: Inquiry) => Json | null) =>
  listing((result, inquiry) => ({
    documents: listIn(result, 'documents').flatMap((each) => change(each, inquiry) ?? []),
  }))

/** Remembers pictures by their URL, with the type of document and the inquiry that each shows. */
const rememberingPictures = (
  show: (picture: Picture, all: readonly Picture[]) => Picture | Answer | undefined,
): Mistake => {
  const pictures: Picture[] = []
  return {
    async call(call, next) {
      const given = await next()
      if (call.route === 'documents' && given.status < 300) {
        const request = pictures.filter(({ inquiryId }) => inquiryId === call.inquiryId).length
        for (const document of listIn(given.body, 'documents')) {
          for (const page of ['frontPage', 'backPage']) {
            const url = text(document[page])
            const { inquiryId } = call
            const type = text(document.type)
            if (url) pictures.push({ url, inquiryId, type, page, request, answer: null, uses: 0 })
          }
        }
      }
      const picture = pictures.find(({ url }) => url.endsWith(call.path))
      if (!picture) return given
      picture.answer ??= given.status < 300 ? given : null
      picture.uses += 1
      const shown = show(picture, pictures)
      return (shown && 'url' in shown ? shown.answer : shown) ?? given
    },
  }
}
interface Picture {
  url: string
  inquiryId: string
  type: string
  page: string
  /** How many pictures of the inquiry were known before this request. */
  request: number
  answer: Answer | null
  uses: number
}

const GONE = answer(403)

const INQUIRY: readonly WrongService[] = [
  wrong('S1', "an inquiry shows the note of the tenant's newest one", () =>
    reading((_, inquiry) => ({ note: newest(inquiry)?.opened.body.note })),
  ),
  wrong('S1', "an inquiry shows the review reasons of the tenant's newest review", () =>
    reading(async ({ reviewReasons }, inquiry, world) => {
      const reviewed = inquiry.tenant.inquiries.findLast(({ statuses }) =>
        statuses.includes('NEEDS_REVIEW'),
      )
      return reviewed
        ? { reviewReasons: (await shownOf(reviewed, world)).reviewReasons }
        : { reviewReasons }
    }),
  ),
  wrong('S2', "openedAt is that of the tenant's first inquiry", () =>
    reading(async (_, { tenant }, world) => {
      return { openedAt: (await shownOf(tenant.inquiries[0], world)).openedAt }
    }),
  ),
  wrong('S2', 'milliseconds are left out when they are zero', () =>
    reading(({ openedAt, expiresAt }) => ({
      openedAt: text(openedAt).replace('.000Z', 'Z'),
      expiresAt: text(expiresAt).replace('.000Z', 'Z'),
    })),
  ),
  wrong('S3', 'an inquiry that was in review keeps its identity when it is declined', () =>
    keepingIdentity(
      ({ status }, { statuses }) => status === 'DECLINED' && isAfter(statuses, 'NEEDS_REVIEW'),
    ),
  ),
  wrong(
    'S3',
    'an expired inquiry that reads as DECLINED shows what the customer had entered',
    () => keepingIdentity(({ status }, { statuses }) => status === 'DECLINED' && !statuses.length),
    { settings: { N7: 'declined' } },
  ),
  wrong('S4', "an inquiry shows the personal data of the tenant's newest one", () =>
    reading(async ({ identity }, inquiry, world) => {
      const shown = recordIn(await shownOf(newest(inquiry), world), 'identity').personalInfo
      return identity === undefined || shown === undefined
        ? { identity }
        : { identity: { ...recordIn({ identity }, 'identity'), personalInfo: shown } }
    }),
  ),
  wrong('S4', 'corrected personal information is ignored', () =>
    keepingFirst(/^PUT \/flow\/api\/personal-info/),
  ),
  wrong('S5', "an inquiry shows the document of the tenant's newest scan", () =>
    reading(async ({ identity }, inquiry, world) => {
      const { document } = recordIn(await shownOf(newest(inquiry), world), 'identity')
      return identity === undefined || document === undefined
        ? { identity }
        : { identity: { ...recordIn({ identity }, 'identity'), document } }
    }),
  ),
  wrong('S5', 'identity comes from a scan that failed', () => showingScan((scans) => scans.at(-1))),
  wrong(
    'S6',
    'a fresh inquiry has a status that is not in the contract',
    () => reading(({ status }) => ({ status: status === 'PENDING' ? 'CREATED' : status })),
    { alsoBreaks: ['F1'] },
  ),
  wrong('S6', "a decision applies to all of the tenant's inquiries in review", () =>
    onControl(/^POST \/inquiries\/[\w-]+\/decide/, async (call, next, world) => {
      const { tenant } = world.inquiry(call.inquiryId) ?? {}
      for (const { id, statuses } of tenant?.inquiries ?? [])
        if (statuses.at(-1) === 'NEEDS_REVIEW' && id !== call.inquiryId)
          await world.control('POST', `/inquiries/${id}/decide`, call.body)
      return next()
    }),
  ),
]

const ACCESS: readonly WrongService[] = [
  wrong('D1', 'only UUIDs of version 4 are accepted', () =>
    onDocuments(async ({ inquiryId }, next) =>
      inquiryId.length === 36 && inquiryId.charAt(14) !== '4' ? answer(400) : next(),
    ),
  ),
  wrong('D1', 'anything may follow the UUID', () =>
    onDocuments(async ({ inquiryId, path }, next) =>
      next({
        path: path.replace(
          encodeURIComponent(inquiryId),
          encodeURIComponent(inquiryId.slice(0, 36)),
        ),
      }),
    ),
  ),
  wrong('D2', 'documents that were once served stay served', () => {
    const served = new Map<string, Answer>()
    return onDocuments(async (call, next) => {
      const given = await next()
      if (given.status < 300) served.set(call.inquiryId, given)
      return given.status === 403 ? (served.get(call.inquiryId) ?? given) : given
    })
  }),
  wrong('D2', 'documents are refused a day after the decision', () => {
    const servedAtMs = new Map<string, number>()
    return onDocuments(async (call, next, world) => {
      const given = await next()
      const tenant = world.tenantOf(call)
      if (given.status >= 300 || !tenant) return given
      const { statuses = [] } = world.inquiry(call.inquiryId) ?? {}
      const openedAtMs = Date.parse(
        text((await shownOf(world.inquiry(call.inquiryId), world)).openedAt),
      )
      const nowMs = await world.nowMs(tenant)
      servedAtMs.set(call.inquiryId, servedAtMs.get(call.inquiryId) ?? openedAtMs)
      const isOld = nowMs > (servedAtMs.get(call.inquiryId) ?? nowMs) + 86_400_000
      return isOld && statuses.length === 1 ? answer(403, { code: 'INQUIRY_NOT_APPROVED' }) : given
    })
  }),
  wrong('D3', "another tenant's documents are served", () =>
    onDocuments(async (call, next, world) => {
      const inquiry = world.inquiry(call.inquiryId)
      return inquiry && world.tenantOf(call) ? world.asOwner(inquiry, '/documents') : next()
    }),
  ),
  wrong(
    'D3',
    "another tenant's inquiry has a different code from a missing one",
    () =>
      onMerchantCall(async (call, next, world) => {
        const given = await next()
        const isForeign = given.status === 404 && world.inquiry(call.inquiryId)
        return isForeign ? answer(404, { ...given.body, code: 'NOT_YOURS' }) : given
      }),
    { alsoBreaks: ['A5'] },
  ),
  wrong(
    'D4',
    'documents need no key',
    () =>
      onDocuments(async (call, next, world) => {
        const inquiry = world.inquiry(call.inquiryId)
        const isOpen = inquiry && call.headers['x-api-key'] === undefined
        return isOpen ? world.asOwner(inquiry, '/documents') : next()
      }),
    { alsoBreaks: ['A1', 'A4'] },
  ),
  wrong(
    'D4',
    'documents are forbidden with a key that ended, instead of unauthorised',
    () =>
      onDocuments(async (call, next, world) => {
        const key = world
          .tenantOf(call)
          ?.keys.find(({ apiKey }) => apiKey === call.headers['x-api-key'])
        return key?.end ? answer(403) : next()
      }),
    { alsoBreaks: ['A4'] },
  ),
  wrong('D5', 'a key that was limited once stays limited', () => {
    const limited = new Map<string, Answer>()
    return onMerchantCall(async ({ headers }, next) => {
      const key = headers['x-api-key'] ?? ''
      const given = limited.get(key) ?? (await next())
      if (given.status === 429) limited.set(key, given)
      return given
    })
  }),
  wrong('D5', 'all tenants share one limit', () => {
    let limited: Answer | null = null
    return onMerchantCall(async (call, next) => {
      const given = await next()
      if (given.status === 429) limited = given
      return limited && call.route === 'open' ? limited : given
    })
  }),
  wrong('D6', 'documents of an inquiry in review say APPROVED', () =>
    listing(() => ({ status: 'APPROVED' })),
  ),
  wrong(
    'D6',
    'every later request gets the first response again',
    () => {
      const first = new Map<string, Json>()
      return listing((result, { id }) => {
        first.set(id, first.get(id) ?? result)
        return first.get(id) ?? result
      })
    },
    { alsoBreaks: ['D7'] },
  ),
  wrong('D7', 'a URL works only once', () =>
    rememberingPictures(({ uses }) => (uses > 1 ? GONE : undefined)),
  ),
  wrong('D7', 'the URLs work forever', () => rememberingPictures((picture) => picture)),
  wrong('D7', 'a new request expires the URLs of an earlier one', () =>
    rememberingPictures(({ inquiryId, request }, all) => {
      const isOld = all.some((each) => each.inquiryId === inquiryId && each.request > request)
      return isOld ? GONE : undefined
    }),
  ),
]

const LISTED: readonly WrongService[] = [
  wrong('D8', 'a signature is collected but never listed', () =>
    eachDocument((document) => (document.type === 'signature' ? null : document)),
  ),
  wrong(
    'D8',
    'a selfie has a type that the contract does not name',
    () =>
      eachDocument((document) => ({
        ...document,
        type: document.type === 'selfie' ? 'portrait' : document.type,
      })),
    { alsoBreaks: ['D11'] },
  ),
  wrong('D9', 'a selfie has supportedPageTypes', () =>
    eachDocument((document) =>
      document.type === 'selfie' ? { ...document, supportedPageTypes: ['frontPage'] } : document,
    ),
  ),
  wrong('D9', 'a card without its back does not support a back', () =>
    eachDocument((document) => {
      const isHalf = document.supportedPageTypes !== undefined && document.backPage === undefined
      return isHalf ? { ...document, supportedPageTypes: ['frontPage'] } : document
    }),
  ),
  wrong('D10', 'backPage is the front again', () =>
    eachDocument(({ backPage, ...document }) =>
      backPage === undefined ? document : { ...document, backPage: document.frontPage },
    ),
  ),
  wrong('D10', 'a scan without a back gets the back of the one before', () =>
    eachDocument((document, { results }) => {
      const lacks = document.type === 'national_id' && document.backPage === undefined
      const had = results.some(
        (result) => result.documentType === 'national_id' && !result.withoutBackPage,
      )
      return lacks && had ? { ...document, backPage: document.frontPage } : document
    }),
  ),
  wrong('D11', "a selfie's URL shows the selfie of the tenant's first inquiry", () =>
    rememberingPictures(({ type }, all) =>
      type === 'selfie' ? all.find((each) => each.type === type && each.answer) : undefined,
    ),
  ),
  wrong(
    'D11',
    'the oldest scan counts instead of the newest',
    () =>
      keepingFirst(
        /^(PUT \/flow\/api\/pictures\/|POST \/sandbox\/inquiries\/[\w-]+\/capabilities)/,
      ),
    { alsoBreaks: ['D10'] },
  ),
  wrong(
    'D12',
    'an empty list is a 404',
    () =>
      onDocuments(async (_, next) => {
        const given = await next()
        const isEmpty = given.status < 300 && listIn(given.body, 'documents').length === 0
        return isEmpty ? answer(404) : given
      }),
    { alsoBreaks: ['D11'] },
  ),
  wrong(
    'D12',
    'a result without documents lacks the list',
    () =>
      listing((result) =>
        listIn(result, 'documents').length === 0 ? { documents: undefined } : {},
      ),
    { alsoBreaks: ['D11'] },
  ),
  wrong('D13', 'every request gets the same correlation id', () =>
    onDocuments(async (call, next) => {
      const given = await next()
      const id = call.headers['x-correlation-id'] ?? '3f2b8c1d-9e4a-4c6f-8a7b-5d0e1f2a3b4c'
      const body = 'correlationId' in given.body ? { correlationId: id } : {}
      const changed = answer(given.status, { ...given.body, ...body })
      return { ...changed, headers: { ...given.headers, 'x-correlation-id': id } }
    }),
  ),
  wrong('D13', 'the generated correlation id is not a UUID', () =>
    onDocuments(async (call, next) => {
      const given = await next()
      const own = given.headers['x-correlation-id'] ?? ''
      const shown = call.headers['x-correlation-id'] ? own : `trace-${own}`
      return { ...given, headers: { ...given.headers, 'x-correlation-id': shown } }
    }),
  ),
]

export const READING: readonly WrongService[] = [...INQUIRY, ...ACCESS, ...LISTED]
