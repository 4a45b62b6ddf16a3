/** Single-letter shortcuts. People who dictate or press keys by accident must be able to turn them off (WCAG 2.1.4). */
const STORED_AS = 'single-key-shortcuts'

export const hasSingleKeys = (): boolean => localStorage.getItem(STORED_AS) !== 'off'

export function turnSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORED_AS)
  else localStorage.setItem(STORED_AS, 'off')
}

/** Whether the key press is meant for a field, a dialog or a menu. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null
