// The check goes on on the customer's phone: shows the link as a QR code, and then follows until the phone has submitted.

import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { renderSVG } from 'uqr'
import type { FlowState, PhoneLink } from '../flow-protocol.ts'
import { Alert } from './alert.tsx'
import type { Answer, FlowClient } from './flow-client.ts'
import { Icon } from './icons.tsx'
import { SandboxNote } from './sandbox-section.tsx'
import { StepHeading } from './step-heading.tsx'
import { useWords } from './use-words.ts'

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

export function PhoneScreen({ client, onPhone, follow, back }: PhoneScreenProps) {
  const words = useWords()
  const { link, isOffline } = usePhoneLink(client, onPhone, follow)
  const { heading, lead } = onPhone ? words.phone.opened : words.phone.scan
  return (
    <section class="screen">
      <StepHeading text={heading} />
      <p class="lead">{lead}</p>
      <Alert text={isOffline ? words.offline : null} />
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
        <button type="button" class="secondary" onClick={back}>
          {words.phone.here}
        </button>
        {link && LOOPBACK.test(new URL(link.url).hostname) && !onPhone ? (
          <SandboxNote text={words.phone.onlyHere} />
        ) : null}
      </div>
    </section>
  )
}

/** A link that is replaced when it expires, until a phone has opened it. */
function usePhoneLink(
  client: FlowClient,
  onPhone: boolean,
  follow: (answer: Answer<FlowState>) => void,
) {
  const [link, setLink] = useState<PhoneLink | null>(null)
  const [isOffline, setOffline] = useState(false)
  const latest = useRef(follow)
  latest.current = follow

  useEffect(() => {
    if (onPhone) return
    let timer: ReturnType<typeof setTimeout>
    const renew = async () => {
      const answer = await client.getPhoneLink()
      if (answer.ok) setLink(answer.value)
      timer = setTimeout(renew, answer.ok ? answer.value.expiresInMs : POLL_MS)
    }
    void renew()
    return () => clearTimeout(timer)
  }, [onPhone])

  useEffect(() => {
    let timer = setTimeout(poll, POLL_MS)
    let left = false
    async function poll() {
      const answer = await client.getState()
      if (left) return
      const isUnreached = !answer.ok && answer.reason === 'offline'
      setOffline(isUnreached)
      if (!isUnreached) latest.current(answer)
      timer = setTimeout(poll, POLL_MS)
    }
    return () => {
      left = true
      clearTimeout(timer)
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
    <button type="button" class="link phone-offer" onClick={onPress}>
      <Icon name="phone" />
      {words.phone.offer}
    </button>
  )
}
