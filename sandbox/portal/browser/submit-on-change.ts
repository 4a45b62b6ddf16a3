// Submits a form when its select changes, even if that happened before this script ran. Hides the submit button, which is
// only for browsers without scripts.

export function startSubmitOnChange(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-script-replaces]')) {
    button.hidden = true
  }
  for (const select of document.querySelectorAll<HTMLSelectElement>('[data-submit-on-change]')) {
    if (!select.selectedOptions[0]?.defaultSelected) select.form?.requestSubmit()
    select.addEventListener('change', () => select.form?.requestSubmit())
  }
}
