// Copies the text of the element that a button refers to. Without clipboard access, the button stays hidden.
const SAYS_COPIED_MS = 2_000

export function startCopyButtons(): void {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const source = document.querySelector(button.dataset.copy ?? '')
    if (!source) continue
    const label = [...button.childNodes]
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(source.textContent.trim())
      button.replaceChildren('Copied')
      setTimeout(() => {
        button.replaceChildren(...label)
      }, SAYS_COPIED_MS)
    })
  }
}
