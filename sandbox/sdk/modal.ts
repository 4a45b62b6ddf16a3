// The flow in a frame inside a native dialog, which traps focus and restores it on close.

import { converse, type FlowSurface, flowUrl, type Listener } from './conversation.ts'
import type { FlowStart } from './messages.ts'

// A constructed sheet and element.style are CSSOM, which a strict style-src allows although it blocks style attributes.
const BACKDROP = `
dialog.verification-sdk::backdrop { background: rgb(10 16 28 / .6) }
@media (max-width: 599px) { dialog.verification-sdk { width: 100vw; height: 100dvh; border-radius: 0 } }
@media (min-width: 600px) { dialog.verification-sdk { width: 34rem; height: min(50rem, calc(100dvh - 3rem)); border-radius: 18px } }
@media (min-width: 600px) and (prefers-color-scheme: dark) { dialog.verification-sdk { outline: 1px solid rgb(255 255 255 / .14) } }
`

export function openModal(
  serviceOrigin: string,
  start: FlowStart,
  listener: Listener,
): FlowSurface {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(BACKDROP)
  document.adoptedStyleSheets.push(sheet)

  const frame = document.createElement('iframe')
  frame.title = 'Identity verification'
  frame.allow = `camera ${serviceOrigin}`
  frame.referrerPolicy = 'no-referrer'
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '100%',
    border: '0',
    colorScheme: 'normal',
  })

  const dialog = document.createElement('dialog')
  dialog.className = 'verification-sdk'
  dialog.ariaLabel = 'Identity verification'
  Object.assign(dialog.style, {
    // The page's CSS reset may have removed the margins that centre a dialog.
    position: 'fixed',
    inset: '0',
    margin: 'auto',
    padding: '0',
    border: '0',
    maxWidth: '100vw',
    maxHeight: '100dvh',
    overflow: 'hidden',
    background: 'Canvas',
    boxShadow: '0 24px 80px rgb(0 0 0 / .35)',
  })
  dialog.append(frame)

  const conversation = converse(
    serviceOrigin,
    () => frame.contentWindow,
    start,
    (message) => {
      if (message.type === 'ready') frame.focus()
      listener(message)
    },
  )
  const cancel = () => listener({ type: 'cancel' })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!conversation.askToLeave()) cancel()
  })
  // A second consecutive Escape closes a dialog even if its cancel event was prevented.
  dialog.addEventListener('close', cancel)

  frame.src = flowUrl(serviceOrigin)
  document.body.append(dialog)
  const overflowBefore = document.documentElement.style.overflow
  document.documentElement.style.overflow = 'hidden'
  dialog.showModal()

  return {
    close() {
      conversation.end()
      dialog.removeEventListener('close', cancel)
      dialog.close()
      dialog.remove()
      document.documentElement.style.overflow = overflowBefore
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}
