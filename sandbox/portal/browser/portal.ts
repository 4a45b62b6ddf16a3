// The portal's script. Every page works without it; it makes the wire live, among other conveniences.
import { startClosingMenus } from './closing-menus.ts'
import { startCopyButtons } from './copy-buttons.ts'
import { startLiveWire } from './live-wire.ts'
import { startSubmitOnChange } from './submit-on-change.ts'
import { startTickingInstants } from './ticking-instants.ts'

startClosingMenus()
startSubmitOnChange()
startCopyButtons()
startTickingInstants()

const list = document.querySelector<HTMLElement>('[data-wire-list]')
if (list) startLiveWire(list)
