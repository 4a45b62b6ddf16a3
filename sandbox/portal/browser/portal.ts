// What a script adds to the portal. Every page works without it; the wire is live with it.
import { startCopyButtons } from './copy-buttons.ts'
import { startLiveWire } from './live-wire.ts'
import { startSubmitOnChange } from './submit-on-change.ts'
import { startTickingInstants } from './ticking-instants.ts'

startSubmitOnChange()
startCopyButtons()
startTickingInstants()

const list = document.querySelector<HTMLElement>('[data-wire-list]')
if (list) startLiveWire(list)
