import { expect, it } from 'vitest'
import { createAssetRouter } from './browser-assets.ts'

const MAX_SDK_BYTES = 10_000

const router = createAssetRouter()

it('the web SDK is one small script, served along with its types', async () => {
  const script = await router.request('/v1.js')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect((await script.text()).length).toBeLessThan(MAX_SDK_BYTES)
  const types = await router.request('/v1.d.ts')
  expect(types.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await types.text()).toContain('export declare class VerificationSdk')
})
