// The last screen: submitted, or unable to continue. It stays until the customer closes it, however long they read.
import type { Host } from './host.ts'
import { Screen, useFlow } from './screen.tsx'
import type { End } from './words.ts'

interface EndScreenProps {
  end: End
  host: Host
  onReturn: () => void
  onRetry: () => void
}

export function EndScreen({ end, host, onReturn, onRetry }: EndScreenProps) {
  const { words, state } = useFlow()
  const merchantName = state?.merchantName ?? null
  return (
    <Screen {...words.ends[end]} mark={end === 'done' || end === 'finished' ? 'check' : 'problem'}>
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
