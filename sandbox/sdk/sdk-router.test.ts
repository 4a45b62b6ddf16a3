import { expect, it } from 'vitest'
import { createSdkRouter } from './sdk-router.ts'

const MAX_SCRIPT_BYTES = 10_000

it('the web SDK is one small script, served along with its types', async () => {
  const router = createSdkRouter()
  const script = await router.request('/v1.js')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect((await script.text()).length).toBeLessThan(MAX_SCRIPT_BYTES)
  const types = await (await router.request('/v1.d.ts')).text()
  expect(types).toContain('export declare class VerificationSdk')
})
