import { type Browser, chromium } from '@playwright/test'
import * as shared from '../../scripts/chromium.mjs'

export const findChromium = (): string => {
  const own = chromium.executablePath()
  return shared.findChromium(own) ?? own
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: shared.CHROMIUM_FLAGS })
