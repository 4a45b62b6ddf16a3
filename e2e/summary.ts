// Says at the end of a run which stories were skipped and why, and what the others left at APP_URL.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { environment } from './fixtures/environment'
import { OPENED_INQUIRY } from './fixtures/left'

export default class Summary implements Reporter {
  readonly #skipped = new Map<string, string[]>()
  readonly #left: string[] = []

  onTestEnd({ title }: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (type === OPENED_INQUIRY) this.#left.push(`${description}  ${title}`)
      if (type !== 'skip') continue
      const reason = description ?? 'no reason given'
      this.#skipped.set(reason, [...(this.#skipped.get(reason) ?? []), title])
    }
  }

  onEnd(): void {
    for (const [reason, titles] of this.#skipped) list(`Skipped: ${reason}`, titles)
    if (environment.startsApp || this.#left.length === 0) return
    list(`Left at ${environment.appUrl}: inquiries, by the service's id and the story`, this.#left)
    console.log(
      'Most of their notes start with “Left by the story”. Rejected deliveries, and events for references that start with “story-”, stay too.',
    )
  }

  printsToStdio = () => false
}

function list(heading: string, items: readonly string[]): void {
  console.log(`\n${heading} (${items.length})\n${items.map((item) => `  ${item}\n`).join('')}`)
}
