// Says at the end of a run which stories were skipped, and why.
import type { Reporter, TestCase } from '@playwright/test/reporter'

export default class Skipped implements Reporter {
  readonly #titles = new Map<string, string[]>()

  onTestEnd({ annotations, title }: TestCase): void {
    const skip = annotations.find(({ type }) => type === 'skip')
    if (!skip) return
    const reason = skip.description ?? 'no reason given'
    this.#titles.set(reason, [...(this.#titles.get(reason) ?? []), title])
  }

  onEnd(): void {
    for (const [reason, titles] of this.#titles)
      console.log(`\nSkipped: ${reason} (${titles.length})\n  ${titles.join('\n  ')}`)
  }

  printsToStdio = () => false
}
