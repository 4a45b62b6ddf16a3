// A service that the tests can't control. Each method says what your team has to do. Until you do, a story that calls it is skipped
// with that reason. Use the service's test environment only: the methods make and change cases there.
import { test } from '@playwright/test'
import type { Service } from './service'

export const real: Service = {
  referenceId: async () =>
    notImplemented('read the reference with your API key (GET /api/v1/customer/inquiries/{id})'),
  complete: async () =>
    notImplemented('complete the check without a browser, as a test persona with this outcome'),
  decide: async () => notImplemented("decide in the service's portal, or through its test API"),
  expire: async () => notImplemented('let the inquiry expire at the service'),
  breakStatus: async () =>
    notImplemented('make the status route fail, as with a proxy between the app and the service'),
  recentCalls: async () => notImplemented("read the service's log of calls and deliveries"),
  flowIn: () => notImplemented("a page object of the hosted flow in your SDK's frame"),
  flowOn: () => notImplemented('a page object of the hosted flow on its own page'),
  urls: () => notImplemented("the URL patterns of your service's SDK and hosted flow"),
}

/** @throws what makes Playwright report the running story as skipped */
function notImplemented(what: string): never {
  test.skip(true, `not implemented: ${what} (e2e/service/real.ts)`)
  throw new Error(`not implemented: ${what}`)
}
