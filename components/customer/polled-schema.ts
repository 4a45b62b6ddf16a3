/**
 * The schema of what the status page polls. Imported when the first response arrives, so that a page is usable before
 * its schema and the 16 KB of zod that it needs have loaded.
 */
import * as z from 'zod/mini'
import '@/lib/schemas-without-eval'
import type { ApplicantInquiryView, ApplicantStage } from '@/lib/inquiries/status'
import { STAGES } from './stages'

const isStage = (value: unknown): value is ApplicantStage =>
  typeof value === 'string' && Object.hasOwn(STAGES, value)

export const currentInquirySchema: z.ZodMiniType<ApplicantInquiryView> = z.object({
  stage: z.custom<ApplicantStage>(isStage),
  product: z.string(),
  inquiryId: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  accountOpened: z.boolean(),
  accountOnHold: z.boolean(),
  account: z.nullable(z.string()),
  serviceUnreachable: z.boolean(),
  openedAt: z.string(),
  updatedAt: z.string(),
})
