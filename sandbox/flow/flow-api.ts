// The hosted flow's API, only for its page. The inquiryId in the Authorization header authenticates the customer (F2).
// Their data goes to the service's store and nowhere else.

import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { FlowResult } from '../commands/inquiries.ts'
import type { Context } from '../context.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import {
  documentOf,
  holderOfPapers,
  holderWithAnotherName,
  personalInfoOf,
  specimenBytes,
} from '../scenario/specimen-results.ts'
import { SPECIMEN_CONTENT_TYPE } from '../scenario/specimens/specimens.ts'
import { newestScans } from '../service/documents.ts'
import {
  artifactPageSchema,
  artifactTypeSchema,
  type Capability,
  capabilitySchema,
  type Inquiry,
} from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import { SERVICE_NAME } from '../web/service-brand.ts'
import {
  type FlowProblem,
  type FlowState,
  MAX_PICTURE_BYTES,
  OUTCOMES,
  type PhoneLink,
} from './flow-protocol.ts'
import { fieldsToCorrect, personalInfoFormSchema } from './personal-info-form.ts'
import { PhoneLinks } from './phone-links.ts'
import { collectPictures } from './pictures.ts'

/** Two pages and the form around them. */
const MAX_UPLOAD_BYTES = 2 * MAX_PICTURE_BYTES + 64 * 1024
const MAX_JSON_BYTES = 16 * 1024

const STATUS_OF_REASON = {
  unknown: 404,
  expired: 410,
  finished: 409,
  incomplete: 409,
  'not-a-step': 409,
  'too-many-retakes': 429,
  invalid: 422,
  unreadable: 422,
  'too-large': 413,
  malformed: 400,
  'link-used': 410,
} as const satisfies Record<FlowProblem['reason'], number>

const specimenSchema = z.object({
  fullName: personalInfoFormSchema.shape.fullName.nullable().default(null),
  anotherName: z.boolean().default(false),
})
const phoneSchema = z.object({ token: z.string() })
const finishSchema = z.object({ outcome: z.enum(OUTCOMES).nullable() })

type FlowEnv = { Variables: { inquiry: Inquiry } }

export function createFlowApi({ store, clock, inquiries, site }: Context): Hono<FlowEnv> {
  const api = new Hono<FlowEnv>()
  const phoneLinks = new PhoneLinks(clock)
  const tooLarge = (c: HonoContext) => refuse(c, { reason: 'too-large' })
  const limitJson = bodyLimit({ maxSize: MAX_JSON_BYTES, onError: tooLarge })

  api.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    return next()
  })

  // The phone has only the link, and gets the inquiryId for it once.
  api.post('/phone', limitJson, async (c) => {
    const wanted = phoneSchema.safeParse(await readJson(c))
    if (!wanted.success) return refuse(c, { reason: 'malformed' })
    const inquiryId = phoneLinks.redeem(wanted.data.token)
    const isOpen = inquiryId !== null && inquiries.openFlow(inquiryId).ok
    return isOpen ? c.json({ inquiryId }) : refuse(c, { reason: 'link-used' })
  })

  api.use(async (c, next) => {
    const inquiryId = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
    const flow = inquiries.openFlow(inquiryId)
    if (!flow.ok) return refuse(c, flow)
    c.set('inquiry', flow.inquiry)
    return next()
  })

  api.get('/inquiry', (c) => {
    return c.json({
      ...flowState(store, c.var.inquiry),
      onPhone: phoneLinks.isOnPhone(c.var.inquiry.id),
    } satisfies FlowState)
  })

  // The token is in the fragment, which no browser sends to a server.
  api.post('/phone-link', (c) => {
    const { token, expiresInMs } = phoneLinks.issue(c.var.inquiry)
    const url = `${site.publicUrl}/flow#phone=${token}`
    return c.json({ url, expiresInMs } satisfies PhoneLink)
  })

  api.put('/personal-info', limitJson, async (c) => {
    const form = personalInfoFormSchema.safeParse(await readJson(c))
    if (!form.success) return refuse(c, { reason: 'invalid', fields: fieldsToCorrect(form.error) })
    const { id } = c.var.inquiry
    return answer(
      c,
      inquiries.recordCapability(id, {
        capability: 'PERSONAL_INFO',
        succeeded: true,
        personalInfo: form.data,
      }),
    )
  })

  api.get('/sample-person', (c) => c.json(personalInfoOf({ ...c.var.inquiry, personalInfo: null })))

  // The page gives the name that goes on the specimen, because this API reveals nothing that the customer typed.
  api.post('/specimens/:type/:page', limitJson, async (c) => {
    const wanted = specimenSchema.safeParse(await readJson(c))
    const type = artifactTypeSchema.safeParse(c.req.param('type'))
    const page = artifactPageSchema.safeParse(c.req.param('page'))
    if (!wanted.success || !type.success || !page.success) {
      return refuse(c, { reason: 'malformed' })
    }
    const { fullName, anotherName } = wanted.data
    const unnamed = { ...c.var.inquiry, personalInfo: null }
    const personalInfo = fullName === null ? null : { ...personalInfoOf(unnamed), fullName }
    const holder = anotherName ? holderWithAnotherName : holderOfPapers
    const drawing = specimenBytes(holder({ ...unnamed, personalInfo }), type.data, page.data)
    if (!drawing) return refuse(c, { reason: 'malformed' })
    return c.body(drawing, 200, { 'content-type': SPECIMEN_CONTENT_TYPE })
  })

  api.put(
    '/pictures/:capability',
    bodyLimit({ maxSize: MAX_UPLOAD_BYTES, onError: tooLarge }),
    async (c) => {
      const { inquiry } = c.var
      const capability = capabilitySchema.safeParse(c.req.param('capability'))
      if (!capability.success) return refuse(c, { reason: 'malformed' })
      const form = await c.req.parseBody().catch(() => ({}))
      const pictures = await collectPictures(inquiry, capability.data, form)
      if (!pictures.ok) return refuse(c, pictures)
      const { holder, scan, succeeded } = pictures
      const document = documentOf(holder, scan.type)
      return answer(
        c,
        inquiries.recordCapability(inquiry.id, {
          capability: capability.data,
          succeeded,
          scan,
          ...(document ? { document } : {}),
        }),
      )
    },
  )

  api.post('/finish', limitJson, async (c) => {
    const choice = finishSchema.safeParse(await readJson(c))
    if (!choice.success) return refuse(c, { reason: 'malformed' })
    return answer(c, inquiries.finish(c.var.inquiry.id, choice.data.outcome))
  })

  api.post('/cancel', (c) => answer(c, inquiries.cancel(c.var.inquiry.id)))

  return api
}

function flowState(store: Store, inquiry: Inquiry): Omit<FlowState, 'onPhone'> {
  const tenant = store.tenants.require(inquiry.tenantId)
  const collected = new Set<Capability>(inquiry.results.map((result) => result.capability))
  const scans = new Map(
    newestScans(store.artifacts.listBy('inquiry', inquiry.id)).map(({ capability, type }) => [
      capability,
      type,
    ]),
  )
  return {
    merchantName: tenant.name,
    brand: tenant.brand,
    serviceName: SERVICE_NAME,
    steps: inquiry.steps,
    collected: [...collected].map((capability) => {
      const type = scans.get(capability)
      return type ? { capability, type } : { capability }
    }),
    redirectOnly: gapValue(tenant, 'N19') === 'redirect-only',
  }
}

function answer(c: HonoContext, result: FlowResult): Response {
  return result.ok ? c.body(null, 204) : refuse(c, result)
}

function refuse(c: HonoContext, { reason, fields }: FlowProblem): Response {
  const problem: FlowProblem = fields ? { reason, fields } : { reason }
  return c.json(problem, STATUS_OF_REASON[reason])
}

async function readJson(c: HonoContext): Promise<unknown> {
  return c.req.json().catch(() => null)
}
