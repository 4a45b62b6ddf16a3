// The portal's script. Every page works without it; with it, the wire is live.
import { startCopyButtons } from './copy-buttons.ts'
import { showCurrentSection } from './current-section.ts'
import { startLiveWire } from './live-wire.ts'
import { startSubmitOnChange } from './submit-on-change.ts'
import { startTickingInstants } from './ticking-instants.ts'

showCurrentSection()
startSubmitOnChange()
startCopyButtons()
startTickingInstants()

const list = document.querySelector<HTMLElement>('[data-wire-list]')
if (list) startLiveWire(list)
