// The check goes on on the customer's phone: shows the link as a QR code, and then follows until the phone has submitted.

import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { renderSVG } from 'uqr'
import type { FlowState, PhoneLink } from '../flow-protocol.ts'
import type { Answer, FlowClient } from './flow-client.ts'
import { Icon } from './icons.tsx'
import { SandboxNote } from './sandbox.tsx'
import { ScreenHead } from './screen-head.tsx'
import { useWords } from './words.ts'

const POLL_MS = 1_500
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

interface PhoneScreenProps {
  client: FlowClient
  onPhone: boolean
  /** Called with each state of the check, and finally with the reason why it is over. */
  follow: (answer: Answer<FlowState>) => void
  /** Continues on this device. */
  back: () => void
}

export function PhoneScreen(props: PhoneScreenProps) {
  const { onPhone, back } = props
  const words = useWords()
  const { link, isOffline } = usePhoneLink(props)
  const { heading, lead } = onPhone ? words.phone.opened : words.phone.scan
  return (
    <section class="screen">
      <ScreenHead heading={heading} lead={lead} problem={isOffline ? words.offline : null} />
      {onPhone ? (
        <div class="guide">
          <Icon name="phone" />
        </div>
      ) : (
        <div class="qr-code">
          {link ? (
            <>
              <img src={qrCode(link.url)} alt={words.phone.code} />
              <p class="hint">{words.phone.address}</p>
              <code>{link.url}</code>
            </>
          ) : null}
        </div>
      )}
      <div class="actions">
        <button type="button" class="secondary row" onClick={back}>
          {words.phone.here}
        </button>
        {link && LOOPBACK.test(new URL(link.url).hostname) && !onPhone ? (
          <SandboxNote text={words.phone.onlyHere} />
        ) : null}
      </div>
    </section>
  )
}

/** Asks for a link until a phone has opened it, another whenever one expires, and for the state of the check. */
function usePhoneLink({ client, onPhone, follow }: PhoneScreenProps) {
  const [link, setLink] = useState<PhoneLink | null>(null)
  const [isOffline, setOffline] = useState(false)
  const latest = useRef({ onPhone, follow })
  latest.current = { onPhone, follow }
  const turn = useRef(0)

  useEffect(() => {
    turn.current += 1
    const own = turn.current
    let expiresAtMs = 0

    async function ask() {
      const needsLink = !latest.current.onPhone && performance.now() >= expiresAtMs
      const answer = await (needsLink ? client.getPhoneLink() : client.getState())
      if (own !== turn.current) return
      const isUnreached = !answer.ok && answer.reason === 'offline'
      setOffline(isUnreached)
      if (answer.ok && 'url' in answer.value) {
        setLink(answer.value)
        expiresAtMs = performance.now() + answer.value.expiresInMs
      } else if (answer.ok && 'steps' in answer.value) {
        latest.current.follow({ ok: true, value: answer.value })
      } else if (!answer.ok && !isUnreached) latest.current.follow(answer)
      setTimeout(askInTurn, POLL_MS)
    }
    const askInTurn = () => {
      if (own === turn.current) void ask()
    }
    // Not at once, because Hono may run an effect twice before it knows its cleanup. Only the newer goes on.
    setTimeout(askInTurn)
    return () => {
      turn.current += 1
    }
  }, [])

  return { link, isOffline }
}

/** Always black on white, with the margin that readers need. */
const qrCode = (url: string) =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 4 }))}`

/** Offers the phone where a computer may have no good camera. A phone itself doesn't show it. */
export function PhoneOffer({ onPress }: { onPress: (() => void) | null }) {
  const words = useWords()
  if (!onPress) return null
  return (
    <button type="button" class="link row phone-offer" onClick={onPress}>
      <Icon name="phone" />
      {words.phone.offer}
    </button>
  )
}
