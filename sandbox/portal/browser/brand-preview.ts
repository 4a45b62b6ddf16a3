// The brand preview follows the form before it is saved, and the color picker and the hex digits follow each other.
import { accentsOf } from '../../web/brand-accents.ts'
import { initialsOf } from '../../web/initials.ts'

const HEX = /^#[0-9a-f]{6}$/i

export function startBrandPreview(form: HTMLFormElement): void {
  const name = form.querySelector<HTMLInputElement>('[name=name]')
  const color = form.querySelector<HTMLInputElement>('[name=color]')
  const logo = form.querySelector<HTMLInputElement>('[name=logo]')
  const swatch = form.querySelector<HTMLInputElement>('[data-brand-swatch]')
  if (!name || !color || !logo || !swatch) return

  swatch.hidden = false
  const showColor = () => {
    if (!HEX.test(color.value)) return
    swatch.value = color.value.toLowerCase()
    const accents = accentsOf(color.value)
    for (const screen of document.querySelectorAll<HTMLElement>('[data-brand-screen]')) {
      const accent = screen.dataset.brandScreen === 'dark' ? accents.dark : accents.light
      for (const part of screen.querySelectorAll<SVGElement>('[data-brand-accent]')) {
        part.setAttribute(part.dataset.brandAccent ?? '', accent)
      }
    }
  }
  showColor()
  color.addEventListener('input', showColor)
  swatch.addEventListener('input', () => {
    color.value = swatch.value
    showColor()
  })
  name.addEventListener('input', () => {
    for (const part of document.querySelectorAll('[data-brand-name]')) part.textContent = name.value
    for (const part of document.querySelectorAll('[data-brand-initials]')) {
      part.textContent = initialsOf(name.value)
    }
  })
  logo.addEventListener('change', () => {
    const [file] = logo.files ?? []
    if (!file) return
    const url = URL.createObjectURL(file)
    for (const picture of document.querySelectorAll<HTMLImageElement>('[data-brand-logo]')) {
      picture.src = url
      picture.hidden = false
    }
    for (const monogram of document.querySelectorAll('.flow-monogram')) monogram.remove()
    const chosen = form.querySelector('[data-file-name]')
    if (chosen) chosen.textContent = file.name
  })
}
