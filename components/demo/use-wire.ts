import useSWR from 'swr'
import type { WireLine } from '@/lib/demo/wire'

const POLL_MS = 800

export interface WireView {
  lines: WireLine[]
  /** The end of the inquiryId of the customer whose pages this browser shows. */
  shown: string | null
}

async function fetchWire(url: string): Promise<WireView> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`GET ${url} returned ${response.status}`)
  return response.json()
}

/** The calls between app and service, newest first. Several users share one poll. */
export function useWire(initial: WireView) {
  const { data = initial, error } = useSWR('/demo/wire', fetchWire, {
    fallbackData: initial,
    refreshInterval: POLL_MS,
    dedupingInterval: POLL_MS / 2,
    errorRetryInterval: POLL_MS * 2,
  })
  const { lines: wire, shown } = data
  return { wire, shown, newest: wire[0]?.sequence ?? 0, error }
}
