// The last screen: submitted, or unable to continue. After a submission it closes on its own; otherwise the customer closes it.
import { useEffect } from 'hono/jsx/dom'
import type { Host } from './host.ts'
import { Screen, useFlow } from './screen.tsx'
import type { End } from './words.ts'

/** Long enough to notice the success. The merchant's page shows the result. */
const CLOSES_AFTER_MS = 2_000

interface EndScreenProps {
  end: End
  host: Host
  onReturn: () => void
  onRetry: () => void
}

export function EndScreen({ end, host, onReturn, onRetry }: EndScreenProps) {
  const { words, state } = useFlow()
  const merchantName = state?.merchantName ?? null
  const closesItself = end === 'done' && host.canReturn
  useEffect(() => {
    if (!closesItself) return
    const timer = setTimeout(onReturn, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [closesItself])
  return (
    <Screen {...words.ends[end]} mark={end === 'done' || end === 'finished' ? 'check' : 'problem'}>
      {closesItself && merchantName !== null ? (
        <p class="lead">{words.closing(merchantName)}</p>
      ) : null}
      {end === 'offline' || host.canReturn ? (
        <div class="actions">
          <button
            type="button"
            class="primary row"
            onClick={end === 'offline' ? onRetry : onReturn}
          >
            {end === 'offline' ? words.tryAgain : words.return(merchantName)}
          </button>
        </div>
      ) : (
        <p class="hint">{words.closePage}</p>
      )}
    </Screen>
  )
}
