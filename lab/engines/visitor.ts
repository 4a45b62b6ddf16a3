/** Someone using a screen: finds elements by kind and name, waits for them, and uses pointer and keys. */
import { until } from '../load/until.ts'
import type { Browser, Frame } from './browser.ts'

const PATIENCE_MS = 30_000
const POLL_MS = 200

const KINDS = {
  button: 'button',
  link: 'a[href]',
  radio: 'input[type=radio]',
  checkbox: 'input[type=checkbox]',
  field: 'input, textarea, select',
  heading: 'h1, h2, h3',
  summary: 'summary',
}
export type Kind = keyof typeof KINDS

/** The start of a function body. Its arguments are a selector and the start of a name. */
const FIND = `
  const [selector, name] = args
  const nameOf = (element) =>
    element.getAttribute('aria-label') ??
    (element.labels?.length ? [...element.labels].map((label) => label.textContent).join(' ') : element.textContent)
  const found = [...document.querySelectorAll(selector)].find(
    (element) =>
      nameOf(element).trim().startsWith(name) &&
      element.getClientRects().length > 0 &&
      !element.matches(':disabled, [aria-disabled=true], [inert] *'),
  )
`
const IS_THERE = `${FIND} return found !== undefined`
/** Clicks the label of a radio button or checkbox, because the control itself may not be drawn. */
const TARGET = `${FIND}
  const target = found.matches('[type=radio], [type=checkbox]') ? (found.labels[0] ?? found) : found
  target.scrollIntoView({ block: 'center', behavior: 'instant' })
  return target
`

const HEADINGS = `
  const shown = [...document.querySelectorAll(args[0])].filter((element) => element.getClientRects().length > 0)
  return location.pathname + ' ' + shown.map((element) => element.textContent.trim()).join(' · ')
`

const SELECT = `${FIND}
  const option = [...(found?.options ?? [])].find(({ textContent }) => textContent.trim() === args[2])
  if (!option) return false
  found.value = option.value
  for (const type of ['input', 'change']) found.dispatchEvent(new Event(type, { bubbles: true }))
  return found.selectedOptions[0] === option
`

export class Visitor {
  constructor(
    readonly browser: Browser,
    private readonly appUrl: string,
    /** The part of the page that it uses. */
    private readonly frame: Frame = null,
  ) {}

  within(frame: string): Visitor {
    return new Visitor(this.browser, this.appUrl, frame)
  }

  open(path: string): Promise<void> {
    return this.browser.open(`${this.appUrl}${path}`)
  }

  /** @throws an Error that says which headings are there instead */
  async sees(heading: string): Promise<void> {
    try {
      await this.#find('heading', heading)
    } catch (error) {
      const others = await this.browser.run(HEADINGS, [KINDS.heading], this.frame)
      throw new Error(`${error instanceof Error ? error.message : error}, but there is: ${others}`)
    }
  }

  /** A new screen of the hosted flow focuses its heading, so anything typed before that is lost. */
  async arrives(heading: string): Promise<void> {
    const isFocused = `${FIND} return found !== undefined && document.activeElement === found`
    await this.until(`the heading "${heading}" has focus`, isFocused, [KINDS.heading, heading])
  }

  async press(kind: Kind, name: string): Promise<void> {
    await this.#find(kind, name)
    await this.browser.press(TARGET, [KINDS[kind], name], this.frame)
  }

  /** Presses it, then waits until it is chosen or ticked. */
  async choose(kind: 'radio' | 'checkbox', name: string): Promise<void> {
    await this.press(kind, name)
    await this.until(`"${name}" is chosen`, `${FIND} return found?.checked === true`, [
      KINDS[kind],
      name,
    ])
  }

  async type(field: string, text: string): Promise<void> {
    await this.press('field', field)
    await this.browser.type(text, this.frame)
    const args = [KINDS.field, field, text]
    await this.until(
      `"${field}" holds what was typed`,
      `${FIND} return found?.value === args[2]`,
      args,
    )
  }

  /** Selects by script, because WebKitGTK draws an open list outside the page, where no driver can reach it. */
  async select(field: string, option: string): Promise<void> {
    await this.until(`"${option}" is selected`, SELECT, [KINDS.field, field, option])
  }

  /** @param body a function body that returns true */
  async until(what: string, body: string, args: readonly unknown[] = []): Promise<void> {
    // `run` may throw while the page is changing.
    const isTrue = async () => (await this.browser.run(body, args, this.frame)) === true || null
    await until(what, isTrue, { endsAtMs: Date.now() + PATIENCE_MS, longestWaitMs: POLL_MS })
  }

  #find(kind: Kind, name: string): Promise<void> {
    return this.until(`${kind} "${name}"`, IS_THERE, [KINDS[kind], name])
  }
}
