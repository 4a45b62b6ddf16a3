// The hosted flow's API, for the flow's page only. The inquiryId in the Authorization header authenticates the customer (F2).
// The customer's data goes only to the service's store.

import { randomBytes } from 'node:crypto'
import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { FlowResult } from '../commands/inquiries.ts'
import type { Context } from '../context.ts'
import { gapValue } from '../scenario/gaps/table.ts'
import { documentOf, personalInfoOf, specimenPage } from '../scenario/specimen-results.ts'
import { newestScans } from '../service/documents.ts'
import {
  artifactPageSchema,
  artifactTypeSchema,
  type Capability,
  capabilitySchema,
  documentTypeSchema,
  type Inquiry,
} from '../state/entities.ts'
import type { Store } from '../state/store.ts'
import {
  type FlowProblem,
  type FlowState,
  MAX_PICTURE_BYTES,
  OUTCOMES,
  PERSONAL_INFO_FIELDS,
  type PhoneLink,
} from './flow-protocol.ts'
import { collectPictures } from './pictures.ts'

/** Two pages, and the form around them. */
const MAX_UPLOAD_BYTES = 2 * MAX_PICTURE_BYTES + 64 * 1024
const MAX_JSON_BYTES = 16 * 1024
const PHONE_LINK_MS = 5 * 60 * 1000

/** The customer's input (S4). Spaces, brackets, dots and hyphens in a phone number are removed. */
const personalInfoFormSchema = z.object({
  fullName: z
    .string()
    .trim()
    .min(2)
    .max(120)
    .regex(/^[\p{Letter}\p{Mark}\s.'’-]+$/u),
  country: z.string().regex(/^[A-Z]{2}$/),
  email: z.string().trim().max(254).pipe(z.email()),
  phone: z
    .string()
    .transform((phone) => phone.replace(/[\s().-]/g, ''))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/)),
})
const specimenSchema = z.object({
  fullName: personalInfoFormSchema.shape.fullName.nullable().default(null),
})
const phoneSchema = z.object({ token: z.string() })
const finishSchema = z.object({ outcome: z.enum(OUTCOMES).nullable() })

/** The link of "Continue on your phone". It works once, for a short time. */
interface IssuedLink {
  inquiry: Inquiry
  /** A random token, so that the link reveals neither the inquiryId nor the referenceId. */
  token: string
  expiresAtMs: number
  isUsed: boolean
}

type FlowEnv = { Variables: { inquiry: Inquiry } }

export function createFlowApi({ store, clock, inquiries, site }: Context): Hono<FlowEnv> {
  const api = new Hono<FlowEnv>()
  /** Each inquiry's newest link, which replaces earlier ones. Memory is enough, because a customer can ask for another link. */
  const phoneLinks = new Map<string, IssuedLink>()
  const tooLarge = (c: HonoContext) => refuse(c, { reason: 'too-large' })
  const limitJson = bodyLimit({ maxSize: MAX_JSON_BYTES, onError: tooLarge })

  api.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    return next()
  })

  // The phone has only the link, and exchanges it once for the inquiryId.
  api.post('/phone', limitJson, async (c) => {
    const wanted = phoneSchema.safeParse(await readJson(c))
    if (!wanted.success) return refuse(c, { reason: 'malformed' })
    const link = [...phoneLinks.values()].find(({ token }) => token === wanted.data.token)
    if (!link || link.isUsed || clock.nowMs(link.inquiry.tenantId) >= link.expiresAtMs) {
      return refuse(c, { reason: 'link-used' })
    }
    link.isUsed = true
    const { id: inquiryId } = link.inquiry
    const isOpen = inquiries.openFlow(inquiryId).ok
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
      onPhone: phoneLinks.get(c.var.inquiry.id)?.isUsed === true,
    } satisfies FlowState)
  })

  // The token is in the fragment, which browsers don't send to servers.
  api.post('/phone-link', (c) => {
    const { inquiry } = c.var
    const token = randomBytes(16).toString('base64url')
    const expiresAtMs = clock.nowMs(inquiry.tenantId) + PHONE_LINK_MS
    phoneLinks.set(inquiry.id, { inquiry, token, expiresAtMs, isUsed: false })
    const url = `${site.phoneUrl ?? site.publicUrl}/flow#phone=${token}`
    return c.json({ url, expiresInMs: PHONE_LINK_MS } satisfies PhoneLink)
  })

  api.put('/personal-info', limitJson, async (c) => {
    const form = personalInfoFormSchema.safeParse(await readJson(c))
    if (!form.success) {
      const wrong = new Set(form.error.issues.map((issue) => issue.path[0]))
      const fields = PERSONAL_INFO_FIELDS.filter((field) => wrong.has(field))
      return refuse(c, { reason: 'invalid', fields })
    }
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

  // The page sends the name for the specimen, because this API never reveals what the customer typed.
  api.post('/specimens/:type/:page', limitJson, async (c) => {
    const wanted = specimenSchema.safeParse(await readJson(c))
    const type = artifactTypeSchema.safeParse(c.req.param('type'))
    const page = artifactPageSchema.safeParse(c.req.param('page'))
    if (!wanted.success || !type.success || !page.success) {
      return refuse(c, { reason: 'malformed' })
    }
    const { fullName } = wanted.data
    const unnamed = withoutName(c.var.inquiry)
    const personalInfo = fullName === null ? null : { ...personalInfoOf(unnamed), fullName }
    const specimen = specimenPage({ ...unnamed, personalInfo }, type.data, page.data)
    if (!specimen) return refuse(c, { reason: 'malformed' })
    return c.body(new Uint8Array(specimen.bytes), 200, { 'content-type': specimen.contentType })
  })

  api.put(
    '/pictures/:capability',
    bodyLimit({ maxSize: MAX_UPLOAD_BYTES, onError: tooLarge }),
    async (c) => {
      const { inquiry } = c.var
      const capability = capabilitySchema.safeParse(c.req.param('capability'))
      if (!capability.success) return refuse(c, { reason: 'malformed' })
      const form = await c.req.parseBody().catch(() => ({}))
      const scan = await collectPictures(inquiry, capability.data, form)
      if (typeof scan === 'string') return refuse(c, { reason: scan })
      const documentType = documentTypeSchema.safeParse(scan.type)
      return answer(
        c,
        inquiries.recordCapability(inquiry.id, {
          capability: capability.data,
          succeeded: true,
          scan,
          ...(documentType.success ? { document: documentOf(inquiry, documentType.data) } : {}),
        }),
      )
    },
  )

  api.post('/finish', limitJson, async (c) => {
    const choice = finishSchema.safeParse(await readJson(c))
    if (!choice.success) return refuse(c, { reason: 'malformed' })
    return answer(c, inquiries.finish(c.var.inquiry.id, choice.data.outcome))
  })

  return api
}

/** Darkens a colour until white text on it has a contrast of 5:1 (WCAG 1.4.3 asks for 4.5:1). @param color `#rrggbb` */
export function darkened(color: string): string {
  let rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const luminance = () => {
    const [red = 0, green = 0, blue = 0] = rgb.map((part) =>
      part <= 10.3 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  while (1.05 / (luminance() + 0.05) < 5) rgb = rgb.map((part) => Math.floor(part * 0.97))
  return `rgb(${rgb.join(' ')})`
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
    brand: tenant.brand && { ...tenant.brand, darkened: darkened(tenant.brand.color) },
    steps: inquiry.steps,
    collected: [...collected].map((capability) => {
      const type = scans.get(capability)
      return type ? { capability, type } : { capability }
    }),
    samplePerson: personalInfoOf(withoutName(inquiry)),
    redirectOnly: gapValue(tenant, 'N19') === 'redirect-only',
  }
}

/** Hides the customer's input. */
const withoutName = (inquiry: Inquiry): Inquiry => ({ ...inquiry, personalInfo: null })

function answer(c: HonoContext, result: FlowResult): Response {
  return result.ok ? c.body(null, 204) : refuse(c, result)
}

/** The page decides by the reason. */
function refuse(c: HonoContext, { reason, fields }: FlowProblem): Response {
  return c.json({ reason, fields } satisfies FlowProblem, 422)
}

async function readJson(c: HonoContext): Promise<unknown> {
  return c.req.json().catch(() => null)
}
