// A choice that takes effect when it is made, or at once when it was made before this script ran; the button that does
// it without a script goes away.

export function startSubmitOnChange(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-script-replaces]')) {
    button.hidden = true
  }
  for (const select of document.querySelectorAll<HTMLSelectElement>('[data-submit-on-change]')) {
    if (!select.selectedOptions[0]?.defaultSelected) select.form?.requestSubmit()
    select.addEventListener('change', () => select.form?.requestSubmit())
  }
}
