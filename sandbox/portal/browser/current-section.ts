// On a narrow screen the sections scroll sideways: the current one comes into view.

export function showCurrentSection(): void {
  document
    .querySelector('.nav-group a[aria-current]')
    ?.scrollIntoView({ block: 'nearest', inline: 'center' })
}
