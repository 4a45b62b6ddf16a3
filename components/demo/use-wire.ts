import useSWR from 'swr'
import type { WireLine } from '@/lib/demo/wire'

const POLL_MS = 800

async function fetchWire(url: string): Promise<WireLine[]> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`GET ${url} returned ${response.status}`)
  const { lines }: { lines: WireLine[] } = await response.json()
  return lines
}

/** The calls between app and service, newest first. Several users share one poll. */
export function useWire(initial: WireLine[]) {
  const { data: wire = initial, error } = useSWR('/demo/wire', fetchWire, {
    fallbackData: initial,
    refreshInterval: POLL_MS,
    dedupingInterval: POLL_MS / 2,
    errorRetryInterval: POLL_MS * 2,
  })
  return { wire, newest: wire[0]?.sequence ?? 0, error }
}
