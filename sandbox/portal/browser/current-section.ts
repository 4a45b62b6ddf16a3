// On a narrow screen the sections scroll sideways: the current one comes into view, also when the screen is turned, and
// the edges beyond which there are more fade.

export function showCurrentSection(): void {
  const bar = document.querySelector<HTMLElement>('.nav-groups')
  if (!bar) return
  const current = bar.querySelector('a[aria-current]')
  const fade = () => {
    bar.toggleAttribute('data-more-before', bar.scrollLeft > 1)
    bar.toggleAttribute('data-at-end', bar.scrollLeft + bar.clientWidth >= bar.scrollWidth - 1)
  }
  const show = () => {
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
    fade()
  }
  bar.addEventListener('scroll', fade, { passive: true })
  addEventListener('resize', show)
  show()
}
