import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'

export const launchBrowser = (): Promise<Browser> => {
  const own = chromium.executablePath()
  return chromium.launch({ executablePath: findChromium(own) ?? own, args: CHROMIUM_FLAGS })
}
