// The brand's preview follows the form before it is saved, and the color picker and the hex field stay in sync.
import type { FlowState } from '../../flow/flow-protocol.ts'

const HEX = /^#[0-9a-f]{6}$/i

export function startBrandForm(form: HTMLFormElement): void {
  const name = form.querySelector<HTMLInputElement>('[name=name]')
  const color = form.querySelector<HTMLInputElement>('[name=color]')
  const logo = form.querySelector<HTMLInputElement>('[name=logo]')
  const swatch = form.querySelector<HTMLInputElement>('[data-brand-swatch]')
  const save = form.querySelector<HTMLButtonElement>('[data-brand-save]')
  if (!name || !color || !logo || !swatch || !save) return

  const show = startPreviews()
  const follow = () => {
    const isChanged =
      name.value !== name.defaultValue || color.value !== color.defaultValue || logo.value !== ''
    save.disabled = !isChanged
    if (HEX.test(color.value)) swatch.value = color.value.toLowerCase()
    if (isChanged) show({ name: name.value, color: swatch.value })
  }
  swatch.hidden = false
  swatch.addEventListener('input', () => {
    color.value = swatch.value
  })
  logo.addEventListener('change', () => {
    const [file] = logo.files ?? []
    if (!file) return
    const url = URL.createObjectURL(file)
    const picture = form.querySelector<HTMLImageElement>('[data-brand-logo]')
    if (picture) {
      picture.src = url
      picture.hidden = false
    }
    const chosen = form.querySelector('[data-file-name]')
    if (chosen) chosen.textContent = file.name
    show({ logo: url })
  })
  form.addEventListener('input', follow)
  // A browser may have kept what was typed before a reload.
  follow()
}

/** @returns what changes the brand that the previews show. */
function startPreviews() {
  const previews = document.querySelector<HTMLElement>('[data-brand-previews]')
  const frames = [...(previews?.querySelectorAll('iframe') ?? [])]
  let state: FlowState = JSON.parse(previews?.dataset.brandPreviews ?? '')
  const send = () => {
    for (const { contentWindow } of frames) contentWindow?.postMessage(state, location.origin)
  }
  addEventListener('message', ({ source, data }) => {
    const frame = frames.find(({ contentWindow }) => contentWindow === source)
    if (!frame) return
    if (data === 'preview-ready') send()
    else
      frame.parentElement?.style.setProperty('--preview-height', `${Number(data.previewHeight)}px`)
  })
  send()
  return (change: { name?: string; color?: string; logo?: string }) => {
    const { name = state.merchantName, ...brand } = change
    const { color = '', logo = null } = state.brand ?? {}
    state = { ...state, merchantName: name, brand: { color, logo, ...brand } }
    send()
  }
}
