// Copies the text of the element that a button refers to. Without clipboard access, the button stays hidden.
const SAYS_COPIED_MS = 2_000

/** @param root the page, or what was added to it. */
export function startCopyButtons(root: ParentNode): void {
  if (!navigator.clipboard) return
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const source = document.querySelector(button.dataset.copy ?? '')
    if (!source) continue
    // A button with an icon has its words in a part of it.
    const words = button.querySelector('[data-copy-words]') ?? button
    const label = [...words.childNodes]
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(source.textContent.trim())
      words.replaceChildren('Copied')
      button.dataset.copied = ''
      setTimeout(() => {
        words.replaceChildren(...label)
        delete button.dataset.copied
      }, SAYS_COPIED_MS)
    })
  }
}
