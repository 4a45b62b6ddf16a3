/**
 * Script bytes of the storefront and the staff list, compressed as on the network, next to an empty page of the same Next
 * version.
 */
import type { BrowserContext } from '@playwright/test'
import { z } from 'zod'
import { withBrowser } from './browser.ts'
import { startApp, startPlainNext, startPostgres } from './processes.ts'
import { printTable } from './report.ts'

const finishedSchema = z.object({ requestId: z.string(), encodedDataLength: z.number() })
const responseSchema = z.object({ requestId: z.string(), type: z.string() })

export async function benchScript(): Promise<void> {
  const databaseUrl = await startPostgres()
  const app = await startApp(databaseUrl)
  const plainUrl = await startPlainNext({ DATABASE_URL: databaseUrl })
  await withBrowser(async (browser) => {
    const empty = await scriptBytes(await browser.newContext(), plainUrl)
    const storefront = await scriptBytes(await browser.newContext(), app.url)
    const staff = await browser.newContext()
    await signIn(staff, app.url)
    // A new context has an empty cache.
    const storageState = await staff.storageState()
    const list = await scriptBytes(
      await browser.newContext({ storageState }),
      `${app.url}/admin/inquiries`,
    )
    const row = (page: string, bytes: number, limit: string) => ({
      page,
      'script, bytes': bytes,
      'of an empty page': (bytes / empty).toFixed(2),
      'at most': limit,
    })
    printTable('Script transferred, compressed', [
      row('empty page', empty, ''),
      row('storefront', storefront, '1.10'),
      row('staff list', list, '1.35'),
    ])
  })
}

/** Counts all scripts until the network has been idle for half a second. */
async function scriptBytes(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', (event) => {
    const { requestId, type } = responseSchema.parse(event)
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', (event) => {
    const { requestId, encodedDataLength } = finishedSchema.parse(event)
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return bytes
}

async function signIn(context: BrowserContext, appUrl: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${appUrl}/admin/sign-in`)
  await page.getByLabel('Email').fill('viewer@example.com')
  await page.getByLabel('Password').fill('northwind-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/admin')
}
