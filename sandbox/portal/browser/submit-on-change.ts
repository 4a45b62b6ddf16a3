// A choice that takes effect when it is made; the button that does it without a script goes away.

export function startSubmitOnChange(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-script-replaces]')) {
    button.hidden = true
  }
  for (const select of document.querySelectorAll<HTMLSelectElement>('[data-submit-on-change]')) {
    select.addEventListener('change', () => select.form?.requestSubmit())
  }
}
