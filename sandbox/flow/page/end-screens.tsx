// The two ends of the flow: submitted, or unable to continue. Both return the customer to the merchant, the first by itself.

import { useEffect } from 'hono/jsx/dom'
import type { FlowCapability } from '../flow-protocol.ts'
import { Icon } from './icons.tsx'
import { ScreenHead } from './screen-head.tsx'
import { type DeadEnd, useWords } from './words.ts'

/** Long enough to see that it worked. The merchant's page shows the result. */
const CLOSES_AFTER_MS = 2_000

interface EndScreenProps {
  merchantName: string | null
  canReturn: boolean
  isPhone: boolean
  onReturn: () => void
}

interface DoneScreenProps extends EndScreenProps {
  /** What the customer gave. */
  steps: readonly FlowCapability[]
}

export function DoneScreen({ steps, ...end }: DoneScreenProps) {
  const words = useWords()
  const { done } = words
  const { canReturn, onReturn } = end
  useEffect(() => {
    if (!canReturn) return
    const timer = setTimeout(onReturn, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [canReturn])
  return (
    <section class="screen end">
      <span class="end-mark success">
        <Icon name="check" />
      </span>
      <ScreenHead heading={done.heading} lead={done.lead(steps.map((step) => words.steps[step]))} />
      {end.canReturn && end.merchantName !== null ? (
        <p class="closing">{done.back(end.merchantName)}</p>
      ) : null}
      <ReturnAction {...end} />
    </section>
  )
}

export function DeadEndScreen({
  reason,
  onRetry,
  ...end
}: EndScreenProps & { reason: DeadEnd; onRetry: () => void }) {
  const words = useWords()
  return (
    <section class="screen end">
      <span class={reason === 'finished' ? 'end-mark success' : 'end-mark'}>
        <Icon name={reason === 'finished' ? 'check' : 'problem'} />
      </span>
      <ScreenHead {...words.deadEnds[reason]} />
      {reason === 'offline' ? (
        <div class="actions">
          <button type="button" class="primary row" onClick={onRetry}>
            {words.tryAgain}
          </button>
        </div>
      ) : (
        <ReturnAction {...end} />
      )}
    </section>
  )
}

function ReturnAction({ merchantName, canReturn, isPhone, onReturn }: EndScreenProps) {
  const words = useWords()
  if (!canReturn) return <p class="hint">{isPhone ? words.closePhone : words.closeWindow}</p>
  return (
    <div class="actions">
      <button type="button" class="primary row" onClick={onReturn}>
        {words.return(merchantName)}
      </button>
    </div>
  )
}
