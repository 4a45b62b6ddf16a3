/**
 * The schemas of what the customer's pages poll. Imported when the first response arrives, so that a page is usable before
 * its schema and the 16 KB of zod that it needs have loaded.
 */
import * as z from 'zod/mini'
import '@/lib/schemas-without-eval'
import type { ApplicantStage } from '@/lib/inquiries/status'
import type { ApplicantInquiryView, DeviceHandoffView } from '@/lib/inquiries/views'
import { STAGES } from './stages'

const isStage = (value: unknown): value is ApplicantStage =>
  typeof value === 'string' && Object.hasOwn(STAGES, value)

export const currentInquirySchema: z.ZodMiniType<ApplicantInquiryView> = z.object({
  stage: z.custom<ApplicantStage>(isStage),
  product: z.string(),
  inquiryId: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  accountOpened: z.boolean(),
  // The previous build sends neither.
  account: z._default(z.nullable(z.string()), null),
  handoff: z._default(z.nullable(z.enum(['offered', 'claimed', 'confirmed'])), null),
  serviceUnreachable: z.boolean(),
  openedAt: z.string(),
  updatedAt: z.string(),
})

export const deviceHandoffSchema: z.ZodMiniType<DeviceHandoffView> = z.union([
  z.object({ state: z.literal('waiting'), code: z.string() }),
  z.object({
    state: z.literal('ready'),
    inquiryId: z.string(),
    expiresAt: z.nullable(z.string()),
  }),
  z.object({ state: z.enum(['finished', 'ended']) }),
])
