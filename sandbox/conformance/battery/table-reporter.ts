// Prints what the receiver did with each delivery, after the last one.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

interface Row {
  passed: boolean
  answers: string
  title: string
}

export default class TableReporter implements Reporter {
  readonly #rows: Row[] = []

  onTestEnd({ title, parent }: TestCase, { annotations, status }: TestResult): void {
    if (parent.project()?.name !== 'receiver') return
    const answers = annotations.filter(({ type }) => type === 'answer')
    const said = [...new Set(answers.map(({ description = '' }) => description))].join(', ')
    this.#rows.push({ passed: status === 'passed', answers: said, title })
  }

  onEnd(): void {
    if (this.#rows.length === 0) return
    const rows = this.#rows.toSorted((a, b) => a.answers.localeCompare(b.answers))
    const width = Math.max(...rows.map(({ answers }) => answers.length))
    console.log(`\nWhat the receiver did with each delivery (✗: wrong)\n`)
    for (const { passed, answers, title } of rows)
      console.log(`${passed ? '✓' : '✗'} ${answers.padEnd(width)}  ${title}`)
    const wrong = rows.filter(({ passed }) => !passed).length
    console.log(`\n${rows.length} deliveries or sequences, ${wrong} answered wrongly.`)
  }

  printsToStdio(): boolean {
    return false
  }
}
