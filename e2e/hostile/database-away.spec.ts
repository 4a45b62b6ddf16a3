// The database is unreachable for a while.

import { expect } from '@playwright/test'
import pg from 'pg'
import { PRODUCTS } from '../../site'
import { fillInForm } from '../fixtures/application-form'
import { environment } from '../fixtures/environment'
import { signIn } from '../fixtures/staff'
import { TEXTS } from '../fixtures/texts'
import { newVisitor } from '../fixtures/visitor'
import { type App, HOSTILE, test } from './app'

/** Closes the app's connections and refuses new ones. @returns a function that allows them again */
async function takeAway({ databaseUrl }: App): Promise<() => Promise<void>> {
  const name = new URL(databaseUrl).pathname.slice(1)
  // PostgreSQL doesn't let a session close its own database.
  const operator = new pg.Client({ connectionString: environment.databaseUrl })
  await operator.connect()
  await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await operator.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
    [name],
  )
  return async () => {
    await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    await operator.end()
  }
}

test(
  'a form submitted while the database is down keeps what was entered and can be submitted again',
  HOSTILE,
  async ({ app, browser }) => {
    const page = await browser.newPage({
      baseURL: app.appUrl,
      storageState: await newVisitor(),
    })
    const account = (PRODUCTS.at(-1) ?? PRODUCTS[0]).name.en
    await page.goto('/apply')
    await fillInForm(page, { account, note: 'Please call.' })
    const send = page.getByRole('button', { name: TEXTS.Apply.send })
    const giveBack = await takeAway(app)
    await send.click()
    await expect(page.getByText('We can’t save anything at the moment')).toBeVisible()
    await giveBack()
    await expect(page.getByRole('radio', { name: account })).toBeChecked()
    await expect(page.getByLabel(TEXTS.Form.note.label)).toHaveValue('Please call.')
    await expect(page.getByRole('checkbox', { name: /I agree/ })).toBeChecked()
    await send.click()
    await expect(page.getByRole('heading', { name: TEXTS.Verify.stages.ready.title })).toBeVisible()
    await page.close()
  },
)

test('a staff page that fails leads to the overview', HOSTILE, async ({ app, browser }) => {
  const page = await browser.newPage({ baseURL: app.appUrl })
  await signIn(page, 'viewer')
  const giveBack = await takeAway(app)
  await page.getByRole('link', { name: 'Inquiries' }).click()
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible()
  await giveBack()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.close()
})
