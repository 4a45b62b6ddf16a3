import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import type { Customer } from './customer.ts'

export const launchBrowser = (): Promise<Browser> => {
  const own = chromium.executablePath()
  return chromium.launch({ executablePath: findChromium(own) ?? own, args: CHROMIUM_FLAGS })
}

/** Opens a page in the customer's own browser context, in English. */
export async function openPage(browser: Browser, site: string, customer: Customer): Promise<Page> {
  const context = await browser.newContext({ baseURL: site, locale: 'en-GB' })
  await context.addCookies([{ name: 'applicant', value: customer.token, url: site }])
  return context.newPage()
}
