/** The split view: the customer's screen beside every call between app and service. */
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CustomerScreen } from '@/components/demo/customer-screen'
import { DemoShell } from '@/components/demo/demo-shell'
import { WireFeed } from '@/components/demo/wire-feed'
import { ControlError, controlUrl } from '@/lib/demo/control'
import { getWire, type WireLine } from '@/lib/demo/wire'

export const metadata: Metadata = { title: 'Split view · Presenter’s guide' }

export default async function LivePage() {
  if (controlUrl() === null) notFound()
  return (
    <DemoShell current="live" wide>
      <h1 className="sr-only">The customer’s screen beside the wire</h1>
      <div className="my-5 grid overflow-hidden rounded-2xl border border-line bg-surface lg:h-[calc(100dvh-6.75rem)] lg:grid-cols-[minmax(24rem,28rem)_1fr]">
        <CustomerScreen />
        <WireFeed initial={await wireSoFar()} />
      </div>
    </DemoShell>
  )
}

/** The page itself says when the sandbox is away. */
async function wireSoFar(): Promise<WireLine[]> {
  try {
    return await getWire()
  } catch (error) {
    if (error instanceof ControlError) return []
    throw error
  }
}
