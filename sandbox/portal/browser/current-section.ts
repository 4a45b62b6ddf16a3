// On a narrow screen the sections scroll sideways: the current one comes into view, also when the screen is turned.

export function showCurrentSection(): void {
  const current = document.querySelector('.nav-group a[aria-current]')
  const show = () => current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  show()
  addEventListener('resize', show)
}
