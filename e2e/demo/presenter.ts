// Follows the guide at /demo: the steps of a presentation, for the stories and for films of them.
import { expect, type Locator, type Page } from '@playwright/test'
import { fillInForm } from '../fixtures/application-form'
import { HostedFlow } from '../fixtures/hosted-flow'
import type { Input } from '../fixtures/input'
import { Person } from '../fixtures/person'
import type { Film } from './film'

export class Presenter extends Person {
  /** The steps that are left, as the guide's page describes them. */
  #script: { title: string; say: string }[] = []

  constructor(
    page: Page,
    input: Input,
    private readonly film?: Film,
  ) {
    super(page, input)
  }

  /** Opens a chapter from the launcher. */
  async openChapter(title: string): Promise<void> {
    await this.page.goto('/demo')
    await this.press(this.page.getByRole('link', { name: title }))
    await expect(this.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    this.film?.caption(title, await textOf(this.page.locator('h1 + p')))
  }

  /** Prepares a scene of the open chapter, with one click. */
  async prepare(scene: string): Promise<void> {
    const card = this.page.getByRole('region', { name: scene })
    if (this.film) await this.introduce(scene, card)
    await this.press(card.getByRole('button', { name: /^Prepare/ }))
    await expect(card.getByRole('button', { name: 'Prepare again' })).toBeVisible()
    if (this.film) await this.readScript(card)
  }

  private async introduce(scene: string, card: Locator): Promise<void> {
    const isFirst = await card.evaluate((element) => element.matches(':first-child'))
    // Before a chapter's first scene, its title. The other scenes follow without it.
    if (isFirst) await this.film?.read()
    this.film?.caption(scene, await textOf(card.locator('h2 + p')))
    await this.film?.read()
  }

  private async readScript(card: Locator): Promise<void> {
    for (const step of await card.getByRole('listitem').all())
      this.#script.push({
        title: await textOf(step.getByRole('heading')),
        say: (await textOf(step.getByRole('blockquote'))).replace(/^Say: /, ''),
      })
    this.sayNext()
  }

  private sayNext(): void {
    const next = this.#script.shift()
    if (next) this.film?.caption(next.title, next.say)
  }

  /** The strip at the foot of every page. */
  get strip(): Locator {
    return this.page.getByRole('complementary', { name: 'Presenter’s guide' })
  }

  async seesNext(step: string): Promise<void> {
    await expect(this.strip.getByText(step)).toBeVisible()
  }

  /** What the strip says once the step's own screen is open. */
  async seesNow(here: string): Promise<void> {
    await expect(this.strip).toContainText(`Now: ${here}`)
  }

  /** The buttons of the current step: in the strip or, on the guide's own pages, next to the step. */
  private get here(): Locator {
    const isInGuide = new URL(this.page.url()).pathname.startsWith('/demo')
    return isInGuide ? this.page.locator('[aria-current="step"]') : this.strip
  }

  /** Goes to the screen of the next step, signing in as its role if it has one. */
  async openNext(): Promise<void> {
    const link = this.here.getByRole('link', { name: /^Open / })
    await this.press(link.or(this.here.getByRole('button', { name: /^Open .+ as / })))
    await this.page.waitForURL((url) => !url.pathname.startsWith('/demo'))
  }

  async done(): Promise<void> {
    await this.goOn(/^(Done|Finish)$/)
  }

  /**
   * Does the part of a step that isn't the presenter's, with one click.
   * @param outcome what the audience sees then, without a reload
   */
  async act(label: string, outcome: Locator): Promise<void> {
    await this.goOn(label, outcome)
  }

  /** Presses the button that ends a step, then waits for the next step, whose buttons look the same. */
  private async goOn(button: string | RegExp, outcome?: Locator): Promise<void> {
    const shown = async () => (await this.here.allInnerTexts()).join()
    // While the page is still loading, the text would be empty, and every string starts with an empty one.
    await this.here.getByRole('button', { name: button }).waitFor()
    const before = await shown()
    await this.film?.read()
    await this.press(this.here.getByRole('button', { name: button }))
    await expect.poll(async () => (await shown()).startsWith(before)).toBe(false)
    if (outcome) await this.sees(outcome)
    this.sayNext()
  }

  async apply(): Promise<void> {
    await fillInForm(this)
    await this.press(this.page.getByRole('button', { name: 'Continue to identity check' }))
    await this.page.waitForURL('**/apply/verify')
  }

  async goThroughCheck(): Promise<void> {
    await this.press(this.page.getByRole('button', { name: /identity check$/ }))
    const frame = this.page.frameLocator('iframe[title="Identity verification"]')
    await new HostedFlow(frame, this.input).complete('APPROVED')
  }

  /** A heading of the customer's page. */
  heading(name: string): Locator {
    return this.page.getByRole('heading', { name })
  }

  get toAccount(): Locator {
    return this.page.getByRole('link', { name: 'Go to my account' })
  }

  /** Waits until the page shows this. A film stays on it for a moment. */
  async sees(part: Locator): Promise<void> {
    await expect(part).toBeVisible({ timeout: 30_000 })
    await this.film?.look()
  }

  async decideAtPortal(decision: 'Approve' | 'Decline', note: string): Promise<void> {
    const signIn = this.page.getByRole('button', { name: 'Continue as operator' })
    await this.page.waitForURL('**/portal/**')
    if (await signIn.isVisible()) {
      await this.press(signIn)
      // Until it has loaded its style sheet, a page also has the buttons for narrow windows.
      await this.page.waitForURL((url) => !url.pathname.endsWith('/sign-in'))
    }
    // The same words as in the app's strip.
    await expect(this.strip).toContainText(/\d · .+, step \d of \dNext:/)
    await this.type(this.page.getByLabel('Note to the merchant'), note)
    await this.press(this.page.getByRole('button', { name: new RegExp(`^${decision}`) }))
    await this.press(this.strip.getByRole('link', { name: 'Guide', exact: true }))
    await this.page.waitForURL('**/demo/**')
  }
}

const textOf = async (part: Locator): Promise<string> => (await part.textContent()) ?? ''

/** Whether nothing lies over its middle. */
export const isUncovered = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
