// Replaces text that differs between runs, such as times and ids, with fixed text of the same form, now and whenever the page
// changes. Pictures of two runs can then be compared, and still show every line in its place.

/** Runs in the page. */
export function settleText(): void {
  const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)[a-z]*'
  const RULES: [RegExp, string][] = [
    [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0'.repeat(36)],
    [/…[0-9a-f]{6}\b/g, '…000000'],
    // React puts the ellipsis before it into a separate text node.
    [/^[0-9a-f]{6}$/, '000000'],
    // The portal's ids, whose middle is cut where they don't fit, are in two text nodes.
    [
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/,
      '00000000-0000-0000-0000-0000',
    ],
    [/^[0-9a-f]{8}$/, '00000000'],
    [/\b(NW)-[0-9A-Z]{6}\b/g, '$1-7KQ2M4'],
    [new RegExp(`\\b\\d{1,2} ${MONTH} \\d{4}`, 'g'), '22 Nov 2026'],
    [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b(?! \d{4})/g, '22 Nov'],
    [new RegExp(`\\b\\d{1,2} (?=[A-Z][a-z]{3})${MONTH}\\b(?! \\d{4})`, 'g'), '22 November'],
    [/\b\d{4}-\d\d-\d\d\b/g, '2026-11-22'],
    [/\b\d{1,2}:\d\d:\d\d(?:\.\d{3})?\b/g, '10:30:00'],
    [/\b\d{1,2}:\d\d\b/g, '10:30'],
    [/\bjust now\b/g, '5 min ago'],
    [/(?:\bunder )?\b\d+ (?:s|min|h)(?: \d+ (?:s|min))?(?= |\b)/g, '5 min'],
    [/\b\d+ (?:seconds?|minutes?) ago\b/g, '5 minutes ago'],
    [/\b[\d,.]+ ms\b/g, '12 ms'],
    [/\b(localhost|127\.0\.0\.1):\d+/g, '$1:4000'],
    [/\bNW \d{4} \d{3} \d{3}\b/g, 'NW 1234 567 890'],
    [/\b(?:[A-Z2-7]{4} ?){8}/g, 'ABCD '.repeat(8).trim()],
    // The code that confirms another device, whose label is a separate text node.
    [/^\d{4}$/, '1234'],
    [/#[\w-]{20,}/g, `#${'0'.repeat(43)}`],
    [/••• \d{3}\b/g, '••• 890'],
    [/••••[\w-]{4}/g, '••••keq9'],
    [
      /\b\d{1,3} [\w ]+, [\w ]+, \w+ U\d{4}, Utopia\b/g,
      '12 Orchard Row, Saltmarsh, Anydria U1234, Utopia',
    ],
  ]
  const settled = (text: string) =>
    RULES.reduce((all, [pattern, fixed]) => all.replace(pattern, fixed), text)
  const settle = (node: Node) => {
    const text = settled(node.nodeValue ?? '')
    if (text !== node.nodeValue) node.nodeValue = text
  }
  const settleAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node: Node | null = root; node; node = walker.nextNode())
      if (node.nodeType === Node.TEXT_NODE) settle(node)
  }
  // How often the status was read, and the order of simultaneous entries, vary between runs.
  for (const heading of document.querySelectorAll('h2'))
    if (heading.textContent === 'Timeline') {
      const panel = heading.closest('section')
      if (panel) panel.style.display = 'none'
    }
  // The days below the portal's chart.
  for (const day of document.querySelectorAll('.daily text:not(.daily-total)'))
    day.textContent = '22'
  // The link for another device.
  for (const field of document.querySelectorAll<HTMLInputElement>('input[readonly]'))
    field.value = settled(field.value)
  settleAll(document.body)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) settleAll(node)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
