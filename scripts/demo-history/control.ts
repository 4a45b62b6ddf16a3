// The parts of the sandbox's control API that the history needs: its clock, and the actions of a customer and an operator.
import { z } from 'zod'

const inquiriesSchema = z.object({ inquiries: z.array(z.unknown()) })

export interface Control {
  hasInquiries: () => Promise<boolean>
  /** Stops the sandbox's clock at this instant, which may be in the past. */
  stopClockAt: (instant: Date) => Promise<void>
  /** Advances the clock to this instant; every retry and decision due on the way happens. */
  passTimeTo: (instant: Date) => Promise<void>
  /** Returns the clock to real time. */
  putClockBack: () => Promise<void>
  complete: (inquiryId: string, request: object) => Promise<void>
  decide: (inquiryId: string, status: string, note: string) => Promise<void>
  addWebhookFault: (kind: string, inquiryId: string) => Promise<void>
  /** Resolves when every delivery that is due has had its attempt. */
  deliver: () => Promise<void>
}

export function controlOf(serviceUrl: string): Control {
  let clockMs = 0
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${serviceUrl}/sandbox/${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} /sandbox/${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const setClock = (at: Date) => call('POST', 'clock/set', { at: at.toISOString() })
  return {
    hasInquiries: async () =>
      inquiriesSchema.parse(await call('GET', 'inquiries')).inquiries.length > 0,
    stopClockAt: async (instant) => {
      clockMs = instant.getTime()
      await setClock(instant)
    },
    passTimeTo: async (instant) => {
      const seconds = (instant.getTime() - clockMs) / 1000
      if (seconds <= 0) return
      clockMs = instant.getTime()
      await call('POST', 'clock/advance', { seconds })
    },
    putClockBack: async () => {
      await setClock(new Date())
      await call('POST', 'clock/resume', {})
    },
    complete: async (inquiryId, request) => {
      await call('POST', `inquiries/${inquiryId}/complete`, request)
    },
    decide: async (inquiryId, status, note) => {
      await call('POST', `inquiries/${inquiryId}/decide`, { status, note })
    },
    addWebhookFault: async (kind, inquiryId) => {
      await call('POST', 'faults', { target: 'webhook', kind, match: { inquiryId } })
    },
    deliver: async () => {
      await call('POST', 'deliveries/flush', {})
    },
  }
}
