/** The target of the link for another device. The link's token is in the fragment, so it isn't part of this request. */
import type { Metadata } from 'next'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import { DeviceFlow } from '@/components/handoff/device-flow'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { getHandoffDevice } from '@/lib/handoff-device'
import { flowEndOf, hostedFlowSettings } from '@/lib/hosted-flow-settings'
import { getDeviceHandoff } from '@/lib/inquiries/handoff'
import type { DeviceHandoffView } from '@/lib/inquiries/views'
import { currentLocale } from '@/lib/locale'
import { errorName, log } from '@/lib/log'
import { requestNonce } from '@/lib/nonce'
import { claimHandoffAction, deviceReturnedAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Handoff.device')
  return { title: t('pageTitle') }
}

export default async function ContinuePage({ searchParams }: PageProps<'/apply/continue'>) {
  const { returned } = await searchParams
  const { Handoff, Verify } = await getMessages()
  const messages = { Handoff: { device: Handoff.device }, Verify: { start: Verify.start } }
  return (
    <CustomerShell bare>
      <div className="mx-auto w-full max-w-2xl px-5 py-10 sm:py-14">
        <NextIntlClientProvider messages={messages}>
          <DeviceFlow
            nonce={await requestNonce()}
            initial={await getInitialView()}
            settings={hostedFlowSettings('/apply/continue', await currentLocale())}
            returned={flowEndOf(returned)}
            claimAction={claimHandoffAction}
            returnedAction={deviceReturnedAction}
          />
        </NextIntlClientProvider>
      </div>
    </CustomerShell>
  )
}

/** The same view as `GET /api/handoff`, so the page arrives complete. If this fails, the browser fetches it from there. */
async function getInitialView(): Promise<DeviceHandoffView | null> {
  try {
    const device = await getHandoffDevice()
    return device === null ? { state: 'ended' } : await getDeviceHandoff(device)
  } catch (error) {
    log.error('handoff_not_read', { error: errorName(error) })
    return null
  }
}
