// Continues the check on the customer's phone: shows the link as a QR code, then polls until the phone has submitted.
import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { renderSVG } from 'uqr'
import type { FlowState, PhoneLink } from '../flow-protocol.ts'
import type { Answer, FlowClient } from './flow-client.ts'
import { Icon, type Place, Screen, useWords } from './screen.tsx'

const POLL_MS = 1_500
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

interface PhoneScreenProps {
  client: FlowClient
  /** The step that the phone shows. */
  place: Place
  /** Called with each state of the check, and finally with the reason why it is over. */
  follow: (answer: Answer<FlowState>) => void
  back: () => void
}

export function PhoneScreen({ client, place, follow, back }: PhoneScreenProps) {
  const { phone, offline } = useWords()
  const [url, setUrl] = useState<string | null>(null)
  const [onPhone, setOnPhone] = useState(false)
  const [isOffline, setOffline] = useState(false)
  const turn = useRef<object | null>(null)

  // Hono may run an effect twice before it knows the cleanup, so only the newer run continues.
  useEffect(() => {
    const own = {}
    turn.current = own
    void poll(() => turn.current === own)
    return () => {
      turn.current = null
    }
  }, [])

  /** Polls the check's state. Until a phone has opened the link, it also renews a link that expires. */
  async function poll(goesOn: () => boolean): Promise<void> {
    let expiresAtMs = 0
    let isOpened = false
    for (let waitMs = 0; ; waitMs = POLL_MS) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (!goesOn()) return
      const needsLink: boolean = !isOpened && performance.now() >= expiresAtMs
      const answer: Answer<PhoneLink | FlowState> = needsLink
        ? await client.getPhoneLink()
        : await client.getState()
      if (!goesOn()) return
      const isUnreached = !answer.ok && answer.reason === 'offline'
      setOffline(isUnreached)
      if (!answer.ok) {
        if (!isUnreached) follow(answer)
      } else if ('url' in answer.value) {
        setUrl(answer.value.url)
        expiresAtMs = performance.now() + answer.value.expiresInMs
      } else {
        isOpened = answer.value.onPhone
        setOnPhone(isOpened)
        follow({ ok: true, value: answer.value })
      }
    }
  }

  return (
    <Screen
      // Both headings have the same text. A new one takes the focus, so that a screen reader reads on from it.
      key={String(onPhone)}
      {...(onPhone ? phone.opened : phone.scan)}
      place={onPhone ? place : null}
      problem={isOffline ? offline : null}
    >
      {onPhone ? (
        <div class="guide">
          <Icon name="phone" />
        </div>
      ) : (
        <div class="qr-code">
          {url ? (
            <>
              <img src={qrCode(url)} alt={phone.code} />
              <p class="hint">{phone.address}</p>
              <code>{url}</code>
            </>
          ) : null}
        </div>
      )}
      <div class="actions">
        <button type="button" class="secondary row" onClick={back}>
          {phone.here}
        </button>
        {url && LOOPBACK.test(new URL(url).hostname) && !onPhone ? (
          <p class="hint">{phone.onlyHere}</p>
        ) : null}
      </div>
    </Screen>
  )
}

/** Always black on white, with the margin that scanners need. */
const qrCode = (url: string) =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 4 }))}`
