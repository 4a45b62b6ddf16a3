/** Reports a return from the hosted flow, with retries: if our server missed the report, nothing else would repeat it. */
import { useCallback, useEffect, useRef } from 'react'

/** The pause before each retry, two minutes in all. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]

/**
 * @param report makes a read due
 * @param refresh fetches the state, after each attempt
 * @param isOpen whether the page is still open
 */
export async function reportReturn(
  report: () => Promise<void>,
  refresh: () => void,
  isOpen: () => boolean,
): Promise<void> {
  for (const pauseMs of [...PAUSES_MS, null]) {
    const isAccepted = await report().then(
      () => true,
      () => false,
    )
    if (!isOpen()) return
    refresh()
    if (isAccepted || pauseMs === null) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (!isOpen()) return
  }
}

export function useReportReturn(report: () => Promise<void>, refresh: () => void): () => void {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useCallback(
    () => void reportReturn(report, refresh, () => isOpen.current),
    [report, refresh],
  )
}
