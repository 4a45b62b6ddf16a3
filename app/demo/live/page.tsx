/** The split view: the customer's screen next to every call between app and service. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { CustomerScreen } from '@/components/demo/customer-screen'
import { DemoShell } from '@/components/demo/demo-shell'
import { LiveTabs } from '@/components/demo/live-tabs'
import { WireFeed } from '@/components/demo/wire-feed'
import { ControlError, controlUrl } from '@/lib/demo/control'
import { getShownCustomer } from '@/lib/demo/shown-customer'
import { getClauseTexts } from '@/lib/demo/source'
import { getWire, type WireLine } from '@/lib/demo/wire'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Guide')
  return { title: `${t('pages.live')} · ${t('title')}` }
}

export default async function LivePage() {
  if (controlUrl() === null) notFound()
  const t = await getTranslations('Guide.live')
  const [lines, shown] = await Promise.all([wireSoFar(), getShownCustomer()])
  const wire = { lines, shown }
  return (
    <DemoShell current="live" wide>
      <h1 className="sr-only">{t('heading')}</h1>
      {/* Side by side on a desk; in a narrower window, one at a time. */}
      <LiveTabs initial={wire} />
      <div className="my-4 grid h-[calc(100dvh-10rem)] min-h-96 overflow-hidden rounded-2xl border border-line bg-surface max-lg:[:has([value=wire]:checked)>&>:first-child]:hidden max-lg:[:has([value=customer]:checked)>&>:last-child]:hidden lg:my-5 lg:h-[calc(100dvh-6.75rem)] lg:grid-cols-[minmax(24rem,28rem)_1fr]">
        <CustomerScreen />
        <WireFeed initial={wire} clauses={await getClauseTexts()} />
      </div>
    </DemoShell>
  )
}

/** Empty if the sandbox can't be reached: the feed's own polling reports that. */
async function wireSoFar(): Promise<WireLine[]> {
  try {
    return await getWire()
  } catch (error) {
    if (error instanceof ControlError) return []
    throw error
  }
}
